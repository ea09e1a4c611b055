import CArguments
import CGettext
import Glibc
import IconModel
import NightBus
import NightClient

// An icon for light and dark in the panel.

StandardStreams.reserve()
signal(SIGPIPE, SIG_IGN)
exit(run(Array(CommandLine.arguments.dropFirst())))

func run(_ arguments: [String]) -> Int32 {
  let domain = "nightd-settings"
  let places = Places()
  setlocale(LC_ALL, "")
  bindtextdomain(domain, places.translations)
  bind_textdomain_codeset(domain, "UTF-8")
  let language = Language(gettext: { dgettext(domain, $0) })
  let autostart = Autostart(places: places, language: language)
  do throws(Autostart.Failure) {
    switch arguments {
    case []: return show(places, language)
    case ["--enable"]: try autostart.switchOn()
    case ["--disable"]: try autostart.switchOff()
    case ["--enabled"]: return autostart.isOn ? 0 : 1
    case ["--help"], ["-h"]: _ = StandardStreams.write(Help.text, to: STDOUT_FILENO)
    default:
      Places.complain("\(Excerpt(arguments.joined(separator: " "))) is not an option\n\(Help.text)")
      return 2
    }
    return 0
  } catch {
    Places.complain(error.message)
    return 1
  }
}

func show(_ places: Places, _ language: Language) -> Int32 {
  do throws(ClientError) {
    if try !IconProgram(places, language).run() { Places.complain("the icon is already shown") }
    return 0
  } catch .noBus(let why) {
    Places.complain(why)
  } catch {
    Places.complain("\(error)")
  }
  return 1
}

enum Help {
  static let text = """
    usage: nightd-icon [OPTION]
    Show an icon for light and dark in the panel. A click switches the style.

      --enable   start the icon now and at each login
      --disable  end the icon, and do not start it at login
      --enabled  exit with 0 if the icon starts at login, and with 1 if it does not
      --help     show this help

    """
}
