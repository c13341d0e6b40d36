// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Type;

/**
 * Which streams are none of a socket's, over the whole program: also those in memory whose classes
 * are the program's, and those that fields have and methods return. Safe for any thread.
 */
final class NonSocketStreams {

  /** How many methods are looked through, one after the other. */
  private static final int MAX_DEPTH = 3;

  /** What streams of the JDK call of those that they are made around. */
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

  /** What the classes of the program extend if they are streams of their own. */
  private static final Set<String> BASES =
      Set.of("java/io/InputStream", "java/io/OutputStream", "java/io/Reader", "java/io/Writer");

  private final ClassHierarchy hierarchy;
  private final Dispatch dispatch;
  private final PointsTo objects;
  private final Map<AbstractValue, Boolean> known = new ConcurrentHashMap<>();

  NonSocketStreams(ClassHierarchy hierarchy, Dispatch dispatch, PointsTo objects) {
    this.hierarchy = hierarchy;
    this.dispatch = dispatch;
    this.objects = objects;
  }

  /** Whether an operation on a stream, or around one, is on none of a socket's. */
  boolean isOperand(List<CallSite.KnownArgument> given) {
    AbstractValue stream = CallSite.KnownArgument.of(given, 0);
    return stream != AbstractValue.UNKNOWN && isLocal(stream);
  }

  boolean isLocal(AbstractValue stream) {
    return isLocal(stream, MAX_DEPTH);
  }

  private boolean isLocal(AbstractValue stream, int depth) {
    return switch (stream.kind()) {
      case NEW -> JdkStreams.isLocal(stream) || isKnown(stream, depth);
      case FIELD, RESULT -> depth > 0 && isKnown(stream, depth);
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
      case FIELD -> areLocal(objects.of(List.of(stream)), depth);
      default -> isReturned(stream.member(), depth);
    };
  }

  private boolean areLocal(List<AbstractValue> streams, int depth) {
    return !streams.isEmpty() && streams.stream().allMatch(each -> isLocal(each, depth - 1));
  }

  /** Whether all that a method may be returns such a stream, or none. */
  private boolean isReturned(MethodRef method, int depth) {
    if (!JdkStreams.mayBeStream(Type.getReturnType(method.descriptor()).getInternalName())) {
      return false;
    }
    CallTargets targets = dispatch.targets(CallSite.virtual(method));
    return !targets.nodes().isEmpty()
        && targets.total() == targets.nodes().size()
        && targets.nodes().stream()
            .allMatch(
                node -> node.code().isPresent() && areLocal(node.code().get().results(), depth));
  }

  /** Whether a stream does nothing but with its own objects. */
  private boolean isInMemory(ProgramClass type) {
    List<ProgramClass> chain = type.above().classes();
    String base = base(type).code().superName();
    if (!BASES.contains(base) && !JdkStreams.isLocal(AbstractValue.made(base))) {
      return false;
    }
    Set<Method> seen = new HashSet<>();
    return chain.stream()
        .flatMap(ProgramClass::declared)
        .filter(node -> !node.isStatic() && OPERATIONS.contains(node.method().name()))
        .filter(node -> !takesStream(node.method().descriptor()))
        .allMatch(node -> isOwn(type, node, seen));
  }

  /** Nothing that is made around a stream gives it another one. */
  private static boolean takesStream(String descriptor) {
    return BASES.stream().anyMatch(base -> descriptor.contains("L" + base + ";"));
  }

  /** Whether code calls nothing but what the object has itself. */
  private boolean isOwn(ProgramClass type, Method node, Set<Method> seen) {
    if (!seen.add(node)) {
      return true;
    }
    if (node.code().isEmpty() || node.isNative() || node.isAbstract()) {
      return false;
    }
    for (CallSite call : node.code().get().calls()) {
      boolean isInitialiser = call.how() == CallSite.How.INITIALISER;
      if (!isInitialiser && !isOwn(type, call, seen)) {
        return false;
      }
    }
    return true;
  }

  private boolean isOwn(ProgramClass type, CallSite call, Set<Method> seen) {
    MethodRef method = call.method();
    if (BASES.contains(method.owner()) && call.how() == CallSite.How.EXACT) {
      // What the JDK's base does is to call other methods of the same stream.
      return true;
    }
    boolean isVirtual = call.how() == CallSite.How.VIRTUAL;
    Optional<ProgramClass> owner = hierarchy.find(method.owner());
    if (owner.isEmpty() || isVirtual && !call.receivers().isEmpty()) {
      return false;
    }
    if (base(owner.get()) != base(type)) {
      // Not what is called on another object.
      return !isVirtual
          && ClassHierarchy.resolve(owner.get(), method)
              .filter(node -> node.isStatic() && isOwn(type, node, seen))
              .isPresent();
    }
    boolean isItsOwn = type.above().classes().contains(owner.get());
    // What a virtual call is on may be unknown, and another object.
    return ClassHierarchy.resolve(isVirtual && isItsOwn ? type : owner.get(), method)
            .filter(node -> isOwn(type, node, seen))
            .isPresent()
        && (!isVirtual
            || dispatch.targets(call).nodes().stream().allMatch(node -> isOwn(type, node, seen)));
  }

  /** The class above a stream that extends the JDK's. */
  private static ProgramClass base(ProgramClass type) {
    List<ProgramClass> chain = type.above().classes();
    return chain.get(chain.size() - 1);
  }

  /**
   * Streams of the JDK that are known not to be those of a socket. One that is wrapped around such
   * a stream is as good as that.
   */
  static final class JdkStreams {

    private static final String OF_FILE = "java/io/FileInputStream";

    /** In memory, and of files. */
    private static final Set<String> LOCAL =
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

    /** Stands for each of them. */
    static final AbstractValue ANY_LOCAL = AbstractValue.made(OF_FILE);

    private JdkStreams() {}

    /** Whether what has that static type may be one. */
    static boolean mayBeStream(String type) {
      return type.startsWith("java/io/")
          || type.startsWith("java/util/zip/")
          || type.startsWith("java/util/jar/");
    }

    /** Whether only the whole program may tell if an object is a stream in memory or of a file. */
    static boolean mayBeLocal(AbstractValue origin) {
      return switch (origin.kind()) {
        case FIELD, RESULT -> true;
        case NEW -> !CodeReader.isJdk(origin.type());
        default -> false;
      };
    }

    /** Whether an object was made as a stream in memory or of a file. */
    static boolean isLocal(AbstractValue origin) {
      return origin.kind() == AbstractValue.Kind.NEW && LOCAL.contains(origin.type());
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
      return AbstractValue.made(
          name.contains("Out") || name.contains("Wri") ? "java/io/FileOutputStream" : OF_FILE);
    }
  }
}
