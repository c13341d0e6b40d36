// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.CallSite.KnownArgument;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Type;

/**
 * Finds, over the whole program, the streams that certainly do not belong to a socket: also those
 * in memory whose classes are the program's, and those that fields have and methods return. Safe
 * for any thread.
 */
final class NonSocketStreams {

  /** The most methods in a row that are looked through. */
  private static final int MAX_DEPTH = 3;

  /** The most methods that the operations of a stream in memory run. */
  private static final int MAX_METHODS = 100;

  /** The methods that streams of the JDK call on those that they are made around. */
  private static final Set<String> OPERATIONS =
      Set.of(
          "append",
          "available",
          "close",
          "flush",
          "mark",
          "markSupported",
          "read",
          "readAllBytes",
          "readNBytes",
          "ready",
          "reset",
          "skip",
          "skipNBytes",
          "write");

  /** The classes that streams of the program extend. */
  private static final Set<String> BASES =
      Set.of("java/io/InputStream", "java/io/OutputStream", "java/io/Reader", "java/io/Writer");

  private final ClassHierarchy hierarchy;
  private final Dispatch dispatch;
  private final PointsTo pointsTo;
  private final Map<AbstractValue, Boolean> known = new ConcurrentHashMap<>();

  NonSocketStreams(ClassHierarchy hierarchy, Dispatch dispatch, PointsTo pointsTo) {
    this.hierarchy = hierarchy;
    this.dispatch = dispatch;
    this.pointsTo = pointsTo;
  }

  /**
   * Whether an operation uses, or wraps, a stream that does not belong to a socket: its own object,
   * or what a parser of the JDK is given.
   */
  boolean isOnNonSocket(MethodRef called, List<KnownArgument> knownArguments) {
    if (knownArguments.isEmpty()) {
      return false;
    }
    boolean isParser = called.owner().startsWith("javax/xml/");
    return knownArguments.stream()
        .filter(argument -> argument.parameter() == 0 || isParser)
        .anyMatch(argument -> isNonSocket(argument.value()));
  }

  boolean isNonSocket(AbstractValue stream) {
    return isNonSocket(stream, MAX_DEPTH);
  }

  private boolean isNonSocket(AbstractValue stream, int depth) {
    if (!hierarchy.uses(Heuristic.STREAMS)) {
      return false;
    }
    return switch (stream.kind()) {
      case NEW ->
          JdkStreams.isNonSocket(stream)
              || hierarchy.uses(Heuristic.OWN_STREAMS) && isKnown(stream, depth);
      case FIELD, RESULT ->
          depth > 0 && hierarchy.uses(Heuristic.KEPT_STREAMS) && isKnown(stream, depth);
      default -> false;
    };
  }

  private boolean isKnown(AbstractValue stream, int depth) {
    if (depth < MAX_DEPTH) {
      return find(stream, depth);
    }
    Boolean answer = known.get(stream);
    if (answer == null) {
      answer = find(stream, depth);
      known.put(stream, answer);
    }
    return answer;
  }

  private boolean find(AbstractValue stream, int depth) {
    return switch (stream.kind()) {
      case NEW -> hierarchy.find(stream.type()).filter(this::isInMemory).isPresent();
      case FIELD -> areNonSocket(pointsTo.of(List.of(stream)), depth);
      default -> isReturned(stream.member(), depth);
    };
  }

  private boolean areNonSocket(List<AbstractValue> streams, int depth) {
    return !streams.isEmpty() && streams.stream().allMatch(each -> isNonSocket(each, depth - 1));
  }

  /** Whether all that a method may be returns such a stream, or none. */
  private boolean isReturned(MethodRef ref, int depth) {
    if (!JdkStreams.mayBeStream(Type.getReturnType(ref.descriptor()).getInternalName())) {
      return false;
    }
    CallTargets targets = dispatch.targets(CallSite.virtual(ref));
    return !targets.methods().isEmpty()
        && targets.total() == targets.methods().size()
        && targets.methods().stream()
            .allMatch(
                method ->
                    method.summary().isPresent()
                        && areNonSocket(method.summary().get().results(), depth));
  }

  /** Whether the operations of a stream use nothing but objects in memory. */
  private boolean isInMemory(ProgramClass type) {
    List<ProgramClass> chain = type.ancestors().classes();
    String base = base(type).summary().superName();
    if (!BASES.contains(base) && !JdkStreams.isNonSocket(AbstractValue.ofNew(base))) {
      return false;
    }
    Set<Method> seen = new HashSet<>();
    return chain.stream()
        .flatMap(ProgramClass::declared)
        .filter(method -> !method.isStatic() && OPERATIONS.contains(method.ref().name()))
        .filter(method -> !takesStream(method.ref().descriptor()))
        .allMatch(method -> isOwn(method, seen));
  }

  /** Whether a method takes a stream; no stream that is made around another passes it one. */
  private static boolean takesStream(String descriptor) {
    return BASES.stream().anyMatch(base -> descriptor.contains("L" + base + ";"));
  }

  /** Whether all that a method may run is known, and no operation of the JDK that blocks. */
  private boolean isOwn(Method method, Set<Method> seen) {
    if (!seen.add(method)) {
      return true;
    }
    if (seen.size() > MAX_METHODS
        || method.summary().isEmpty()
        || method.isNative()
        || method.isAbstract()) {
      return false;
    }
    return method.summary().get().calls().stream().allMatch(call -> isOwn(call, seen));
  }

  private boolean isOwn(CallSite call, Set<Method> seen) {
    MethodRef ref = call.called();
    if (call.how() == CallSite.How.INITIALIZER
        || BASES.contains(ref.owner()) && call.how() == CallSite.How.EXACT
        || isOnJdkNonSocket(call.knownArguments())) {
      // What the JDK's base does is to call other methods of the same stream.
      return true;
    }
    CallTargets targets = dispatch.targets(call);
    return !targets.methods().isEmpty()
        && targets.total() == targets.methods().size()
        && targets.methods().stream().allMatch(method -> isOwn(method, seen));
  }

  /** Whether an operation uses a stream of the JDK that does not belong to a socket. */
  private boolean isOnJdkNonSocket(List<KnownArgument> knownArguments) {
    AbstractValue stream = KnownArgument.of(knownArguments, 0);
    List<AbstractValue> known =
        stream == AbstractValue.UNKNOWN ? List.of() : pointsTo.of(List.of(stream));
    return !known.isEmpty() && known.stream().allMatch(JdkStreams::isNonSocket);
  }

  /** The superclass of a stream that extends the JDK's directly. */
  private static ProgramClass base(ProgramClass type) {
    List<ProgramClass> chain = type.ancestors().classes();
    return chain.get(chain.size() - 1);
  }

  /**
   * The JDK's streams that are not a socket's. A stream wrapped around such a stream is one, too.
   */
  static final class JdkStreams {

    private static final String OF_FILE = "java/io/FileInputStream";

    /** Streams in memory, and of files. */
    private static final Set<String> NON_SOCKET =
        Set.of(
            "java/io/ByteArrayInputStream",
            "java/io/ByteArrayOutputStream",
            "java/io/CharArrayReader",
            "java/io/CharArrayWriter",
            "java/io/FileReader",
            "java/io/FileWriter",
            "java/io/FileOutputStream",
            "java/io/StringReader",
            "java/io/StringWriter",
            OF_FILE);

    /** A value that stands for each of them. */
    static final AbstractValue ANY_NON_SOCKET = AbstractValue.ofNew(OF_FILE);

    private JdkStreams() {}

    /** Whether what has that static type may be one. */
    static boolean mayBeStream(String type) {
      return type.startsWith("java/io/")
          || type.startsWith("java/util/zip/")
          || type.startsWith("java/util/jar/");
    }

    /** Whether only the whole program may tell if an object is a stream in memory or of a file. */
    static boolean mayBeNonSocket(AbstractValue value) {
      return switch (value.kind()) {
        case FIELD, RESULT -> true;
        case NEW -> !CodeReader.isJdk(value.type());
        default -> false;
      };
    }

    /** Whether an object was made as a stream in memory or of a file. */
    static boolean isNonSocket(AbstractValue value) {
      return value.kind() == AbstractValue.Kind.NEW && NON_SOCKET.contains(value.type());
    }

    /** Whether a constructor makes a stream of the JDK around one other. */
    static boolean wraps(String owner, String name, String descriptor) {
      return name.equals("<init>")
          && (owner.startsWith("java/io/") || owner.startsWith("java/util/"))
          && isStream(descriptor, 1)
          && !isStream(descriptor, descriptor.indexOf(';') + 1);
    }

    private static boolean isStream(String descriptor, int at) {
      return descriptor.startsWith("Ljava/io/InputStream;", at)
          || descriptor.startsWith("Ljava/io/OutputStream;", at)
          || descriptor.startsWith("Ljava/io/Reader;", at)
          || descriptor.startsWith("Ljava/io/Writer;", at);
    }

    /** What a method of the JDK returns if it opens a file or a resource of the class path. */
    static AbstractValue opened(String owner, String name) {
      boolean isOpened =
          switch (name) {
            case "getResourceAsStream", "getSystemResourceAsStream" ->
                owner.equals("java/lang/Class")
                    || owner.equals("java/lang/ClassLoader")
                    || owner.equals("java/lang/Module");
            case "newInputStream", "newBufferedReader", "newOutputStream", "newBufferedWriter" ->
                owner.equals("java/nio/file/Files");
            case "getInputStream" ->
                owner.equals("java/util/zip/ZipFile") || owner.equals("java/util/jar/JarFile");
            default -> false;
          };
      if (!isOpened) {
        return AbstractValue.UNKNOWN;
      }
      return AbstractValue.ofNew(
          name.contains("Out") || name.contains("Wri") ? "java/io/FileOutputStream" : OF_FILE);
    }
  }
}
