import Glibc
import Synchronization

/// A host name whose lookup is slow, for tests of what happens meanwhile.
enum SlowLookup {
  static let name = "slow-lookup.invalid"
  static let seconds: UInt32 = 30
  /// Whether a lookup of the name has begun.
  static var hasBegun: Bool { begun.load(ordering: .sequentiallyConsistent) }
  fileprivate static let begun = Atomic<Bool>(false)

  fileprivate typealias Lookup =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeRawPointer?, UnsafeMutableRawPointer?
    ) -> CInt

  /// The function of the C library, which follows ours in the symbol lookup order (`RTLD_NEXT`).
  fileprivate static let next: Lookup? = dlsym(
    UnsafeMutableRawPointer(bitPattern: -1), "getaddrinfo"
  ).map { unsafeBitCast($0, to: Lookup.self) }
}

/// Overrides the function of the C library, which libcurl calls, in the whole test process. All
/// other names are looked up normally.
@_cdecl("getaddrinfo")
func lookUp(
  _ node: UnsafePointer<CChar>?, _ service: UnsafePointer<CChar>?, _ hints: UnsafeRawPointer?,
  _ result: UnsafeMutableRawPointer?
) -> CInt {
  if let node, strcmp(node, SlowLookup.name) == 0 {
    SlowLookup.begun.store(true, ordering: .sequentiallyConsistent)
    sleep(SlowLookup.seconds)
    return EAI_NONAME
  }
  return SlowLookup.next?(node, service, hints, result) ?? EAI_SYSTEM
}
