# Starts processes that want to outlive it, in the way its first argument names, each with the second one among its words; then
# it ends like a server that has nothing to say.
import ctypes
import os
import sys

how, token = sys.argv[1:]
sleep = ["/bin/sleep", token]


def away(then):
    """Runs a function in a process that has left the group, the session and the parent."""
    if os.fork() == 0:
        os.setsid()
        for _ in range(20 if then is chain else 1):
            if os.fork() == 0:
                then()
        os._exit(0)
    os.wait()


def let_go():
    """Leaves the folder and the pipes of whoever started it, as daemons do."""
    os.chdir("/")
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)


def without_environment():
    let_go()
    os.execve(sleep[0], sleep, {})


def with_zeroed_environment():
    let_go()
    with open("/proc/self/stat") as stat:
        start, end = (int(field) for field in stat.read().rsplit(")", 1)[1].split()[47:49])
    ctypes.memset(start, 0, end - start)
    # Its words name it for whoever looks for it.
    import time

    time.sleep(300)


def chain():
    """Each process of it starts the next and ends; perl does so much faster than Python. After a minute it gives up by itself: who
    does not end it must not have it for ever."""
    let_go()
    chained = "use POSIX; my $end = time + 60; while (time < $end) { POSIX::_exit(0) if fork; POSIX::setsid(); }"
    os.execvp("perl", ["perl", "-e", chained, token])


away({"without an environment": without_environment, "with a zeroed environment": with_zeroed_environment, "as a chain": chain}[how])
