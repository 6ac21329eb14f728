import Commands
import Glibc

exit(Program.run())
