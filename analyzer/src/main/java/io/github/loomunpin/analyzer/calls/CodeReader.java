// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.AbstractValue.BoundedSets;
import io.github.loomunpin.analyzer.calls.CallSite.KnownArgument;
import io.github.loomunpin.analyzer.calls.ClassSummary.MethodSummary;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.blocking.BlockingCalls;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.site.SourceLines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Reads class files and keeps what the call graph needs of them. Safe for any thread. */
public final class CodeReader {

  private final BlockingCalls catalogue;
  private final ClassIndex jdk;

  /** Keeps one object for equal references: millions of calls name far fewer methods. */
  private final Interner<MethodRef> refs = new Interner<>();

  private final ConcurrentMap<String, CallShape> shapes = new ConcurrentHashMap<>();
  private final ConcurrentMap<AbstractValue, List<AbstractValue>> values =
      new ConcurrentHashMap<>();
  private final ConcurrentMap<List<KnownArgument>, List<KnownArgument>> interned =
      new ConcurrentHashMap<>();
  private final Interner<List<List<AbstractValue>>> arguments = new Interner<>();
  private final Interner<String> names = new Interner<>();

  /** For methods of the JDK whether calls of them matter. */
  private final ConcurrentMap<MethodRef, Boolean> mattering = new ConcurrentHashMap<>();

  /**
   * @param jdk class files of the JDK that the catalog is about
   */
  public CodeReader(BlockingCalls catalogue, ClassSource jdk) {
    this.catalogue = catalogue;
    this.jdk = new ClassIndex(jdk, ClassSource.NONE);
  }

  /**
   * @param mayLock whether any of its methods may hold a monitor
   * @throws RuntimeException if it is not a class file, or one newer than ASM knows
   */
  public ClassSummary read(byte[] classFile, Library library, boolean mayLock) {
    Collector collector = new Collector(mayLock);
    new Interner.NameReader(classFile, names) {
      @Override
      protected void readBytecodeInstructionOffset(int offset) {
        collector.bci = offset;
      }

      void read() {
        accept(collector, SKIP_FRAMES);
      }
    }.read();
    return collector.result(library);
  }

  /** A reference to a method, the same object for equal ones. */
  MethodRef ref(String owner, String name, String descriptor) {
    return refs.intern(new MethodRef(owner, name, descriptor));
  }

  /** Whether a call may matter: the code of the JDK is not followed, the catalog stands for it. */
  boolean mayMatter(String owner, String name, CallShape shape) {
    return !isJdk(owner)
        || shape.takesFunction()
        || catalogue.mayName(name)
        || JdkCallbacks.isFunction(owner);
  }

  /** The exact answer for a call that {@link #mayMatter}. */
  boolean matters(MethodRef ref) {
    return !isJdk(ref.owner()) || mattering.computeIfAbsent(ref, this::mattersInJdk);
  }

  private boolean mattersInJdk(MethodRef ref) {
    return JdkCallbacks.mayRun(ref)
        || JdkCallbacks.isFunction(ref.owner())
        || catalogue.find(ref.owner(), ref.name(), ref.descriptor(), jdk).isPresent();
  }

  static boolean isJdk(String owner) {
    return owner.startsWith("java/");
  }

  /** A list of one value, the same object for equal values. */
  List<AbstractValue> listOf(AbstractValue value) {
    List<AbstractValue> known = values.get(value);
    if (known == null) {
      List<AbstractValue> made = List.of(value);
      known = values.putIfAbsent(value, made);
      return known == null ? made : known;
    }
    return known;
  }

  /** One list for all that are equal to it, of which there are few. */
  List<KnownArgument> interned(List<KnownArgument> all) {
    if (all.isEmpty()) {
      return List.of();
    }
    List<KnownArgument> known = interned.get(all);
    return known == null ? interned.computeIfAbsent(List.copyOf(all), Function.identity()) : known;
  }

  /** One list for all arguments that are equal to it: most are parameters of the callers. */
  List<List<AbstractValue>> sharedArguments(List<List<AbstractValue>> known) {
    return arguments.intern(known);
  }

  /** What the descriptor of a method says. */
  CallShape shape(String descriptor) {
    CallShape known = shapes.get(descriptor);
    return known == null ? shapes.computeIfAbsent(descriptor, CallShape::of) : known;
  }

  /** What is collected while a class is visited. */
  final class Collector extends ClassVisitor {

    final boolean mayLock;
    int bci;
    String name = "";
    private String superName = "";
    private List<String> interfaces = List.of();
    private int access;
    private boolean annotated;
    private String sourceFile = "";
    private SourceLines lines = SourceLines.SAME;
    final List<MethodSummary> methods = new ArrayList<>();
    private final List<String> fields = new ArrayList<>();
    final Map<MethodRef, List<AbstractValue>> stores = new HashMap<>();
    final Set<String> instantiated = new HashSet<>();
    final Set<String> named = new HashSet<>();
    final List<ClassSummary.FunctionObject> functions = new ArrayList<>(0);
    final List<ClassSummary.ProxyObject> proxies = new ArrayList<>(0);

    Collector(boolean mayLock) {
      super(Opcodes.ASM9);
      this.mayLock = mayLock;
    }

    @Override
    public void visit(
        int version,
        int flags,
        String className,
        String signature,
        String superClass,
        String[] superInterfaces) {
      name = className;
      access = flags;
      superName = superClass == null ? "" : superClass;
      interfaces = List.of(superInterfaces);
    }

    @Override
    public void visitSource(String source, String debug) {
      sourceFile = source == null ? "" : source;
      lines = SourceLines.of(debug);
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      annotated |= visible && !isLanguage(descriptor);
      return null;
    }

    /** Whether an annotation is for compilers or in every class that they make. */
    private static boolean isLanguage(String descriptor) {
      return descriptor.startsWith("Ljava/lang/")
          || descriptor.startsWith("Lkotlin/")
          || descriptor.startsWith("Lscala/")
          || descriptor.startsWith("Lgroovy/");
    }

    @Override
    public FieldVisitor visitField(
        int flags, String field, String descriptor, String signature, Object value) {
      if (descriptor.startsWith("L")) {
        fields.add(field);
      }
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int flags, String method, String descriptor, String signature, String[] exceptions) {
      MethodRef ref = ref(name, method, descriptor);
      if ((flags & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
        methods.add(MethodSummary.without(ref, flags));
        return null;
      }
      CodeVisitor code = new CodeVisitor(CodeReader.this, this, ref, flags);
      CallShape shape = shape(descriptor);
      return shape.takesFlag()
          ? new FlagBranches.BranchReader(code, () -> bci, shape, flags)
          : code;
    }

    /** The line of the source that a line of the class file stands for. */
    int inSource(int line) {
      return lines.inSource(line);
    }

    /** Adds a value that is stored in a field; an unknown one says that nothing is known. */
    void store(String owner, String field, AbstractValue value) {
      MethodRef place = new MethodRef(owner, field, "");
      BoundedSets.add(stores.computeIfAbsent(place, f -> new ArrayList<>(1)), value);
    }

    private static List<AbstractValue> listOf(CodeReader reader, List<AbstractValue> values) {
      return values.size() == 1 ? reader.listOf(values.get(0)) : List.copyOf(values);
    }

    ClassSummary result(Library library) {
      List<ClassSummary.FieldStore> stored = new ArrayList<>(stores.size());
      stores.forEach(
          (field, values) ->
              stored.add(new ClassSummary.FieldStore(field, listOf(CodeReader.this, values))));
      return new ClassSummary(
          library,
          name,
          superName,
          interfaces,
          access,
          annotated,
          sourceFile,
          List.copyOf(methods),
          List.copyOf(fields),
          List.copyOf(stored),
          List.copyOf(instantiated),
          List.copyOf(named),
          List.copyOf(functions),
          List.copyOf(proxies));
    }
  }
}
