# A module for home-manager: imports = [ …/packaging/nix/home-manager.nix ];
#
#   services.nightd = {
#     enable = true;
#     choice = "schedule";
#     schedule = [ "dark sunset-30m not before 17:00" "light 07:00" ];
#     preferences."theme.dark" = "midnight";
#     themes.lagoon = { style = "dark"; palette.water = "#0b2a33"; colors.background = "@water"; };
#     hooks."10-lamp" = ''
#       #!/bin/sh
#       lamp --scene "$1"
#     '';
#   };
{ config, lib, pkgs, ... }:

let
  cfg = config.services.nightd;
  json = pkgs.formats.json { };
in
{
  options.services.nightd = {
    enable = lib.mkEnableOption "nightd, which switches the desktop between light and dark";
    package = lib.mkOption {
      type = lib.types.package;
      default = pkgs.callPackage ./package.nix { };
      description = "The package of nightd.";
    };
    choice = lib.mkOption {
      type = lib.types.nullOr (lib.types.enum [ "light" "dark" "schedule" "system" ]);
      default = null;
      description = "What decides the style, set at each activation; null leaves it to nightctl.";
    };
    schedule = lib.mkOption {
      type = lib.types.listOf lib.types.str;
      default = [ ];
      description = "The rules of the schedule, as `nightctl schedule set` takes them.";
    };
    preferences = lib.mkOption {
      type = json.type;
      default = { };
      description = "Preferences by key, written to config.json5.";
    };
    themes = lib.mkOption {
      type = lib.types.attrsOf json.type;
      default = { };
      description = "Themes by name, with the members of a theme file.";
    };
    hooks = lib.mkOption {
      type = lib.types.attrsOf lib.types.lines;
      default = { };
      description = "Scripts by name, each with its `#!` line.";
    };
  };

  config = lib.mkIf cfg.enable {
    home.packages = [ cfg.package ];
    dbus.packages = [ cfg.package ];
    xdg.configFile = lib.mkMerge [
      (lib.mkIf (cfg.preferences != { }) {
        "nightd/config.json5".source = json.generate "config.json5" cfg.preferences;
      })
      (lib.mapAttrs' (name: text:
        lib.nameValuePair "nightd/hooks.d/${name}" { inherit text; executable = true; }) cfg.hooks)
    ];
    xdg.dataFile = lib.mapAttrs' (name: theme:
      lib.nameValuePair "nightd/themes/${name}.json5" { source = json.generate "${name}.json5" theme; })
      cfg.themes;
    systemd.user.services.nightd = {
      Unit = {
        Description = "Owner of the light or dark style";
        PartOf = [ "graphical-session.target" ];
      };
      Service = {
        Type = "dbus";
        BusName = "org.nightd.Night1";
        ExecStart = "${cfg.package}/bin/nightd";
        Restart = "on-failure";
      };
      Install.WantedBy = [ "graphical-session.target" ];
    };
    # Sessions such as sway's do not start that target.
    systemd.user.services.nightd-login = {
      Unit.Description = "Start of nightd once the session has a screen";
      Service = {
        Type = "exec";
        ExecStart = "${pkgs.runtimeShell} ${cfg.package}/share/nightd/login";
        IgnoreSIGPIPE = false;
      };
      Install.WantedBy = [ "default.target" ];
    };
    # Needs the daemon, which the bus starts; a session without a bus is no error.
    home.activation.nightd = lib.hm.dag.entryAfter [ "reloadSystemd" ] (
      lib.optionalString (cfg.schedule != [ ]) ''
        run ${cfg.package}/bin/nightctl schedule set ${lib.escapeShellArgs cfg.schedule} || true
      '' + lib.optionalString (cfg.choice != null) ''
        run ${cfg.package}/bin/nightctl set ${cfg.choice} || true
      '');
  };
}
