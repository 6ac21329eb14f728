import Arguments
import Localization
struct ManualPage { var text = ""; init?(_ tree: CommandTree<GlobalOptions, Session>, path: [String], reader: Reader, version: String) { nil } }
