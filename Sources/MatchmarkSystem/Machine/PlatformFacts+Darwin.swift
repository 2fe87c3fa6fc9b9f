#if canImport(Darwin)
  import LibC

  /// The facts that only sysctl(3) reports; there is little code here because it is not tested on
  /// this platform.
  enum PlatformFacts {
    static func kernelRelease() -> String? { text("kern.osrelease") }

    static func processorModel() -> String? { text("machdep.cpu.brand_string") }

    static func memorySizeInBytes() -> UInt64? {
      var size: UInt64 = 0
      var length = MemoryLayout<UInt64>.size
      // hw.memsize is a 64-bit number; both pointers live only for the call.
      guard unsafe sysctlbyname("hw.memsize", &size, &length, nil, 0) == 0 else { return nil }
      return size
    }

    static func frequencyGovernor() -> String? { nil }

    static func processorTime() -> ProcessorTime? { nil }

    private static func text(_ name: String) -> String? {
      var length = 0
      // With a null buffer, the call returns only the length.
      guard unsafe sysctlbyname(name, nil, &length, nil, 0) == 0, length > 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: length)
      // The call fills at most `length` bytes of the buffer.
      guard unsafe sysctlbyname(name, &buffer, &length, nil, 0) == 0 else { return nil }
      return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
#endif
