// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.blocking.BlockingCalls;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
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

/** Class files to what matters of them. Safe for any thread. */
public final class CodeReader {

  private final BlockingCalls catalogue;
  private final ClassIndex jdk;

  /** Millions of calls name far fewer methods. */
  private final Interner<MethodRef> methods = new Interner<>();

  private final ConcurrentMap<String, CallShape> shapes = new ConcurrentHashMap<>();
  private final ConcurrentMap<AbstractValue, List<AbstractValue>> origins =
      new ConcurrentHashMap<>();
  private final ConcurrentMap<List<CallSite.KnownArgument>, List<CallSite.KnownArgument>> given =
      new ConcurrentHashMap<>();
  private final Interner<String> names = new Interner<>();

  /** Whether calls into the JDK matter. */
  private final ConcurrentMap<MethodRef, Boolean> mattering = new ConcurrentHashMap<>();

  /**
   * @param jdk class files of the JDK that the catalogue is about
   */
  public CodeReader(BlockingCalls catalogue, ClassSource jdk) {
    this.catalogue = catalogue;
    this.jdk = new ClassIndex(jdk, ClassSource.NONE);
  }

  /**
   * @param mayLock whether any of its methods may hold a monitor
   * @throws RuntimeException if it is no class file, or one newer than ASM knows
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

  /** The same object for equal methods. */
  MethodRef ref(String owner, String name, String descriptor) {
    return methods.of(new MethodRef(owner, name, descriptor));
  }

  /**
   * Whether a call may matter: the code of the JDK is not followed, the catalogue stands for it.
   */
  boolean mayMatter(String owner, String name, CallShape shape) {
    return !isJdk(owner)
        || shape.takesFunction()
        || catalogue.mayName(name)
        || JdkCallbacks.isFunction(owner);
  }

  /** The exact answer for a call that {@link #mayMatter}. */
  boolean matters(MethodRef method) {
    return !isJdk(method.owner()) || mattering.computeIfAbsent(method, this::mattersInJdk);
  }

  private boolean mattersInJdk(MethodRef method) {
    return JdkCallbacks.mayRun(method)
        || JdkCallbacks.isFunction(method.owner())
        || catalogue.find(method.owner(), method.name(), method.descriptor(), jdk).isPresent();
  }

  static boolean isJdk(String owner) {
    return owner.startsWith("java/");
  }

  /** A list of one, the same for equal origins. */
  List<AbstractValue> listOf(AbstractValue origin) {
    List<AbstractValue> known = origins.get(origin);
    if (known == null) {
      List<AbstractValue> made = List.of(origin);
      known = origins.putIfAbsent(origin, made);
      return known == null ? made : known;
    }
    return known;
  }

  /** The same list for equal ones, of which there are few. */
  List<CallSite.KnownArgument> given(List<CallSite.KnownArgument> all) {
    if (all.isEmpty()) {
      return List.of();
    }
    List<CallSite.KnownArgument> known = given.get(all);
    return known == null ? given.computeIfAbsent(List.copyOf(all), Function.identity()) : known;
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
    final List<ClassSummary.MethodSummary> methodCodes = new ArrayList<>();
    private final List<String> fields = new ArrayList<>();
    final Map<MethodRef, List<AbstractValue>> stores = new HashMap<>();
    final Set<String> made = new HashSet<>();
    final Set<String> named = new HashSet<>();
    final List<ClassSummary.FunctionObject> functions = new ArrayList<>(0);
    final List<ClassSummary.ProxyObject> proxies = new ArrayList<>(0);
    private final List<String> constants = new ArrayList<>(0);
    private final List<ClassSummary.SwitchKey> keys = new ArrayList<>(0);
    private boolean hasTables;

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
      if ((flags & Opcodes.ACC_ENUM) != 0) {
        constants.add(field);
      }
      hasTables |= field.startsWith(ConstantBranches.BranchReader.SWITCH_MAP);
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int flags, String method, String descriptor, String signature, String[] exceptions) {
      MethodRef ref = ref(name, method, descriptor);
      if ((flags & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
        methodCodes.add(ClassSummary.MethodSummary.without(ref, flags));
        return null;
      }
      CodeVisitor code = new CodeVisitor(CodeReader.this, this, ref, flags);
      CallShape shape = shape(descriptor);
      if (hasTables && method.equals("<clinit>")) {
        return new ConstantBranches.SwitchKeyReader(code, keys);
      }
      return shape.mayDecide()
          ? new ConstantBranches.BranchReader(code, () -> bci, shape, flags)
          : code;
    }

    /** What is stored in a field; an unknown origin says that nothing is known. */
    void store(String owner, String field, AbstractValue value) {
      MethodRef place = new MethodRef(owner, field, "");
      AbstractValue.BoundedSets.add(stores.computeIfAbsent(place, f -> new ArrayList<>(1)), value);
    }

    private static List<AbstractValue> listOf(CodeReader reader, List<AbstractValue> origins) {
      return origins.size() == 1 ? reader.listOf(origins.get(0)) : List.copyOf(origins);
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
          List.copyOf(methodCodes),
          List.copyOf(fields),
          List.copyOf(stored),
          List.copyOf(made),
          List.copyOf(named),
          List.copyOf(functions),
          List.copyOf(proxies),
          List.copyOf(constants),
          List.copyOf(keys));
    }
  }
}
