# Completion of nightctl for fish: `nightctl complete` returns the possible values.

function __nightctl_candidates
    set -l words (commandline -opc) (commandline -ct)
    for line in (nightctl complete $words[2..] 2>/dev/null)
        if test "$line" = ":file"
            __fish_complete_path (commandline -ct)
        else if test "$line" = ":program"
            __fish_complete_command
        else
            printf "%s\n" $line
        end
    end
end

complete -c nightctl -f -a '(__nightctl_candidates)'
