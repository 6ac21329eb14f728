import Commands
import Glibc

exit(await Program.run())
