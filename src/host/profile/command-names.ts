/** Shells. Rows B0-167, B0-171. */
const shells = "sh bash zsh fish csh ksh dash tcsh cmd cmd.exe powershell powershell.exe pwsh pwsh.exe";
/** Other users' rights, and what ends processes, files or the machine. Rows B0-168, B0-169, B0-171. */
const system = "sudo su doas runas pkexec rm del rmdir format dd shred kill killall pkill shutdown reboot systemctl service init";
/** Programs that talk to the network. Rows B0-170, B0-171. */
const network = "curl wget nc netcat telnet ssh scp sftp nmap ping traceroute dig nslookup";
/** Programs that run other programs' text. Row B0-171. */
const interpreters = "eval exec source . perl ruby php lua tcl";
/** Programs that change owners, modes, links and mounts. Row B0-171. */
const files = "chmod chown chgrp mount umount ln mkfifo mknod";
/** Package managers of systems. Row B0-171. */
const packages = "apt apt-get yum dnf pacman zypper brew port snap flatpak";

/** The 73 names that are refused as server commands by default. Row B0-171. */
export const blockedCommands: readonly string[] = [shells, system, network, interpreters, files, packages].flatMap((names) =>
  names.split(" "),
);

/** What profile strict refuses besides: further shells, and programs whose purpose is to start another. Rows B0-171, B0-173. */
export const blockedByStrict: readonly string[] = (
  "busybox toybox ash mksh rbash elvish nu xonsh bash.exe sh.exe env xargs nohup setsid timeout nice ionice stdbuf chroot unshare nsenter " +
  "script expect osascript docker podman socat ncat awk gawk mawk sed tclsh wish wscript cscript mshta rundll32 find parallel watch " +
  "strace ltrace gdb flock runuser setpriv start-stop-daemon systemd-run at batch crontab"
).split(" ");
