/** Shells. */
const shells = "sh bash zsh fish csh ksh dash tcsh cmd cmd.exe powershell powershell.exe pwsh pwsh.exe";
/** Other users' rights, and what ends processes, files or the machine. */
const system = "sudo su doas runas pkexec rm del rmdir format dd shred kill killall pkill shutdown reboot systemctl service init";
/** Programs that talk to the network. */
const network = "curl wget nc netcat telnet ssh scp sftp nmap ping traceroute dig nslookup";
/** Programs that run other programs' text. */
const interpreters = "eval exec source . perl ruby php lua tcl";
/** Programs that change owners, modes, links and mounts. */
const files = "chmod chown chgrp mount umount ln mkfifo mknod";
/** Package managers of systems. */
const packages = "apt apt-get yum dnf pacman zypper brew port snap flatpak";

/** The 73 names that are refused as server commands by default. */
export const blockedCommands: readonly string[] = [shells, system, network, interpreters, files, packages].flatMap((names) =>
  names.split(" "),
);

/** Further shells. */
const moreShells = "busybox toybox ash mksh rbash elvish nu xonsh bash.exe sh.exe rksh yash oksh";
/** Programs whose purpose is to start another, and the loader that starts any. */
const starters =
  "env xargs nohup setsid timeout nice ionice stdbuf chroot unshare nsenter script expect parallel watch strace ltrace gdb flock runuser " +
  "setpriv start-stop-daemon systemd-run at batch crontab ld.so setarch linux32 linux64 i386 i686 x86_64 uname26 personality taskset " +
  "prlimit chrt choom uclampset numactl cgexec schedtool ssh-agent ssh-keygen dbus-run-session dbus-launch xvfb-run capsh bwrap firejail " +
  "systemd-nspawn machinectl proot fakeroot fakechroot eatmydata faketime torsocks torify proxychains proxychains4 tsocks unbuffer " +
  "rlwrap gosu su-exec chpst softlimit envdir setuidgid setlock tini dumb-init catchsegv valgrind rr perf lldb hyperfine entr run-parts " +
  "screen tmux dtach abduco byobu sg newgrp sshpass autossh rsh rlogin mosh direnv command";
/** Containers and other machines. */
const containers =
  "docker podman nerdctl kubectl lima limactl colima multipass vagrant wsl distrobox toolbox lxc lxc-attach runc crun ctr";
/** Programs that run commands their options, files or input name: editors, build tools, archivers, databases, version control. */
const runners =
  "socat ncat nc.openbsd nc.traditional awk gawk mawk nawk sed find ed ex vi vim view vimdiff rvim nvim nano emacs emacsclient pico less more most man tar bsdtar zip " +
  "cpio rsync git hg svn make gmake bmake nmake ninja cmake ctest gcc g++ cc c++ cpp clang sqlite3 mysql mariadb psql ftp lftp tftp " +
  "tcpdump logrotate openssl rpm dpkg-deb m4 bc dc gnuplot octave";
/** Interpreters that servers are not written in, and consoles of others. */
const consoles =
  "tclsh wish wscript cscript mshta rundll32 osascript ipython ptpython bpython idle pdb irb pry guile racket sbcl clisp ecl gforth ghci " +
  "ghc runghc ocaml erl iex jshell scala groovy groovysh kotlin psysh swipl gdb-multiarch jrunscript jjs";

/**
 * What profile strict refuses besides: further shells, programs whose purpose is to start another, and those that run commands when
 * their arguments say so. A list like this cannot be complete; mode `allow` needs none.
 */
export const blockedByStrict: readonly string[] = [moreShells, starters, containers, runners, consoles].flatMap((names) =>
  names.split(" "),
);
