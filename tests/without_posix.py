"""Hide from the product what Windows does not have: modules, and names of `os`, `signal`, `socket`
and `time`. Libraries and tests keep them.

`pytest -p tests.without_posix` runs tests so. As `sitecustomize.py` the file does it to a program.
"""

import builtins
import fcntl
import os
import signal
import socket
import subprocess  # noqa: F401 - it takes a machine with msvcrt for Windows
import time
import types

OURS = {"clubsite", "scoring", "scripts"}
MODULES = set("crypt curses fcntl grp nis posix pty pwd readline resource spwd syslog".split())
MODULES |= {"termios", "tty"}
NAMES = {
    "os": """chown chroot confstr ctermid fchdir fchown fdatasync fork forkpty fpathconf fstatvfs
    getegid geteuid getgid getgroups getloadavg getpgid getpgrp getpriority getsid getuid
    initgroups killpg lchown lockf major minor mkfifo mknod nice openpty pathconf posix_fadvise
    posix_fallocate posix_spawn pread preadv pwrite pwritev readv register_at_fork
    sched_getaffinity sched_setaffinity sched_yield sendfile setegid seteuid setgid setgroups
    setpgid setpriority setregid setreuid setsid setuid statvfs sync sysconf tcgetpgrp tcsetpgrp
    ttyname uname wait wait3 wait4 waitid writev O_CLOEXEC O_DIRECTORY O_DSYNC O_NOATIME O_NOCTTY
    O_NOFOLLOW O_NONBLOCK O_SYNC WEXITSTATUS WIFEXITED WIFSIGNALED WNOHANG WTERMSIG""".split(),
    "signal": """alarm getitimer pause pthread_kill pthread_sigmask setitimer siginterrupt
    sigpending sigtimedwait sigwait SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP
    SIGTSTP SIGUSR1 SIGUSR2""".split(),
    "socket": ["AF_UNIX", "SO_REUSEPORT", "sethostname"],
    "time": ["tzset", "pthread_getcpuclockid"],
}
"""By module, what it has on Linux and lacks on Windows."""


class Lacking(types.ModuleType):
    """A module without some of its names."""

    def __init__(self, module, lacks):
        super().__init__(module.__name__)
        self.__dict__.update(_module=module, _lacks=frozenset(lacks), _replaced={})

    def __getattr__(self, name):
        if name in self._lacks:
            raise AttributeError(f"Windows has no {self.__name__}.{name}")
        return getattr(self._module, name)

    def __setattr__(self, name, value):
        self._replaced.setdefault(name, getattr(self._module, name))
        setattr(self._module, name, value)

    def __delattr__(self, name):
        """Put back what was replaced: pytest takes a name that it set here for a new one."""
        setattr(self._module, name, self._replaced.pop(name))


def _locking(number, how, length):
    """Lock as msvcrt does, which holds out for no lock."""
    fcntl.flock(number, {0: fcntl.LOCK_UN}.get(how, fcntl.LOCK_EX | fcntl.LOCK_NB))


MSVCRT = types.ModuleType("msvcrt")
MSVCRT.LK_UNLCK, MSVCRT.LK_LOCK, MSVCRT.LK_NBLCK, MSVCRT.locking = 0, 1, 2, _locking
SEEN = {
    module.__name__: Lacking(module, NAMES[module.__name__])
    for module in (os, signal, socket, time)
} | {"msvcrt": MSVCRT}
_import = builtins.__import__


def importing(name, globals=None, locals=None, fromlist=(), level=0):
    """Import as on Windows if the importer is ours."""
    importer = (globals or {}).get("__package__") or (globals or {}).get("__name__") or ""
    first = name.partition(".")[0]
    if level or importer.partition(".")[0] not in OURS:
        return _import(name, globals, locals, fromlist, level)
    if first in MODULES:
        raise ModuleNotFoundError(f"Windows has no {name}", name=name)
    if first in SEEN and (name == first or not fromlist):
        return SEEN[first]
    return _import(name, globals, locals, fromlist, level)


builtins.__import__ = importing
