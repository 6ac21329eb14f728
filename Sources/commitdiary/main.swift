import Browse
import Commands
import Glibc

exit(Program.run(browser: Browser()))
