import Glibc
import Synchronization

/// A name that takes long to be looked up, for tests of what happens meanwhile.
enum SlowLookup {
  static let name = "slow-lookup.invalid"
  static let seconds: UInt32 = 5
  /// Whether the name has been asked for.
  static var hasBegun: Bool { begun.load(ordering: .sequentiallyConsistent) }
  fileprivate static let begun = Atomic<Bool>(false)

  fileprivate typealias Lookup =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeRawPointer?, UnsafeMutableRawPointer?
    ) -> CInt

  /// The C library's own function, which comes after ours in the order of symbols (`RTLD_NEXT`).
  fileprivate static let next: Lookup? = dlsym(
    UnsafeMutableRawPointer(bitPattern: -1), "getaddrinfo"
  ).map { unsafeBitCast($0, to: Lookup.self) }
}

/// Stands before the C library's function of this name, which libcurl calls, in all of the tests.
/// Every other name is looked up as ever.
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
