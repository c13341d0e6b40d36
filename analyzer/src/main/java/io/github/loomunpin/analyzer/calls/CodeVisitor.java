// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.AbstractValue.BoundedSets;
import io.github.loomunpin.analyzer.calls.CallSite.KnownArgument;
import io.github.loomunpin.analyzer.calls.ClassSummary.MethodSummary;
import io.github.loomunpin.analyzer.calls.NonSocketStreams.JdkStreams;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Collects the calls of one method, with the abstract values of receivers and arguments. */
final class CodeVisitor extends OperandStack.StackVisitor {

  private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

  private final CodeReader reader;
  private final CodeReader.Collector type;
  private final MethodRef ref;
  private final int access;
  private final List<CallSite> calls = new ArrayList<>();
  private final List<AbstractValue> results = new ArrayList<>(1);
  private final Set<String> initialized = new HashSet<>();
  private final List<ClassSummary.ObjectArgument> objectArguments = new ArrayList<>(0);
  private Optional<FlagBranches> branches = Optional.empty();

  /** The class literals since the last dynamic proxy was made. */
  private final List<String> literals = new ArrayList<>(0);

  private final List<ClassSummary.ProxyObject> proxies = new ArrayList<>(0);
  private int line = -1;

  /**
   * Whether the code so far may hold a monitor; only then the first use of a class counts as a
   * call.
   */
  private boolean holdsMonitor;

  private final Endings endings = new Endings();

  CodeVisitor(CodeReader reader, CodeReader.Collector type, MethodRef ref, int access) {
    super(new LocalValues(reader.shape(ref.descriptor()), access));
    this.reader = reader;
    this.type = type;
    this.ref = ref;
    this.access = access;
    this.holdsMonitor = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
  }

  /** Sets the branches; before the end of the method. */
  void setBranches(FlagBranches found) {
    branches = Optional.of(found);
  }

  @Override
  public void visitLineNumber(int number, Label start) {
    line = type.inSource(number);
  }

  @Override
  public void visitInsn(int opcode) {
    holdsMonitor |= opcode == Opcodes.MONITORENTER;
    endings.add(opcode);
    if (opcode == Opcodes.ARETURN) {
      BoundedSets.add(results, stack.peek(0));
    }
    super.visitInsn(opcode);
  }

  @Override
  public void visitLabel(Label label) {
    endings.add(label);
    super.visitLabel(label);
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    endings.addJump(label);
    super.visitJumpInsn(opcode, label);
  }

  @Override
  public void visitTypeInsn(int opcode, String name) {
    if (opcode == Opcodes.NEW) {
      if (!CodeReader.isJdk(name)) {
        type.instantiated.add(name);
      }
      initializer(name);
    }
    super.visitTypeInsn(opcode, name);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    int size = descriptor.equals("J") || descriptor.equals("D") ? 2 : 1;
    boolean isObject = descriptor.startsWith("L");
    switch (opcode) {
      case Opcodes.GETSTATIC, Opcodes.GETFIELD -> {
        if (opcode == Opcodes.GETFIELD) {
          stack.pop();
        } else {
          initializer(owner);
        }
        if (isObject) {
          stack.push(AbstractValue.field(owner, name));
        } else {
          stack.push(size);
        }
      }
      default -> {
        AbstractValue stored = stack.peek(0);
        stack.pop(size + (opcode == Opcodes.PUTFIELD ? 1 : 0));
        if (opcode == Opcodes.PUTSTATIC) {
          initializer(owner);
        }
        if (isObject) {
          for (AbstractValue value : locals.resolved(stored)) {
            type.store(owner, name, value);
          }
        }
      }
    }
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    CallShape shape = reader.shape(descriptor);
    if (DynamicProxies.makesProxy(owner, name)) {
      proxies.add(new ClassSummary.ProxyObject(List.copyOf(literals), List.of(stack.peek(0))));
      literals.clear();
    }
    AbstractValue wrapped =
        JdkStreams.wraps(owner, name, descriptor) ? firstArgument(shape) : AbstractValue.UNKNOWN;
    AbstractValue checked =
        opcode == Opcodes.INVOKESTATIC && isNullCheck(name, shape)
            ? firstArgument(shape)
            : AbstractValue.UNKNOWN;
    if (holdsMonitor && !CodeReader.isJdk(owner)) {
      addObjectArguments(reader.ref(owner, name, descriptor), shape);
    }
    List<KnownArgument> knownArguments =
        CodeReader.isJdk(owner) ? List.of() : knownArguments(shape);
    List<List<AbstractValue>> arguments = arguments(shape);
    AbstractValue receiver = opcode == Opcodes.INVOKESTATIC ? AbstractValue.UNKNOWN : stack.pop();
    if (opcode == Opcodes.INVOKESTATIC) {
      initializer(owner);
    }
    if (wrapped != AbstractValue.UNKNOWN && wrap(owner, wrapped)) {
      return;
    }
    if (CodeReader.isJdk(owner)) {
      String locking = JdkCallbacks.synchronizedCollection(owner, name);
      if (!locking.isEmpty()) {
        stack.push(AbstractValue.ofNew(locking));
        return;
      }
      AbstractValue opened = JdkStreams.opened(owner, name);
      if (opened != AbstractValue.UNKNOWN) {
        stack.push(opened);
        return;
      }
    }
    boolean isOnKnown =
        receiver != AbstractValue.UNKNOWN && FollowedOnlyIfKnown.matter(owner, name);
    if (!isOnKnown && !reader.mayMatter(owner, name, shape)) {
      // Nothing is known of what the JDK returns.
      pushResult(checked, shape);
      return;
    }
    MethodRef called = reader.ref(owner, name, descriptor);
    boolean isArray = owner.startsWith("[");
    if (!isArray && (isOnKnown || reader.matters(called))) {
      boolean isVirtual = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
      calls.add(
          new CallSite(
              isVirtual ? CallSite.How.VIRTUAL : CallSite.How.EXACT,
              called,
              type.bci,
              line,
              isVirtual && receiver != AbstractValue.UNKNOWN ? List.of(receiver) : List.of(),
              arguments,
              JdkStreams.mayBeStream(owner) ? stream(wrapped, receiver) : knownArguments));
    }
    if (checked == AbstractValue.UNKNOWN && shape.returnsObject() && !CodeReader.isJdk(owner)) {
      stack.push(AbstractValue.result(called));
    } else {
      pushResult(checked, shape);
    }
  }

  private void pushResult(AbstractValue result, CallShape shape) {
    if (result == AbstractValue.UNKNOWN) {
      stack.push(shape.resultSize());
    } else {
      stack.push(result);
    }
  }

  /** Whether a static method returns its first argument unless that is null. */
  private static boolean isNullCheck(String name, CallShape shape) {
    return (name.endsWith("NonNull") || name.endsWith("NotNull"))
        && shape.returnsObject()
        && shape.parameters() > 0
        && shape.isReference(0);
  }

  /** The stream that an operation is called on, or that a new stream is made around. */
  private static List<KnownArgument> stream(AbstractValue wrapped, AbstractValue receiver) {
    AbstractValue stream = wrapped == AbstractValue.UNKNOWN ? receiver : wrapped;
    boolean isStored = BoundedSets.isStored(stream);
    return isStored || JdkStreams.mayBeNonSocket(stream)
        ? List.of(new KnownArgument(0, stream))
        : List.of();
  }

  private AbstractValue firstArgument(CallShape shape) {
    int below = 0;
    for (int i = 1; i < shape.parameters(); i++) {
      below += shape.isWide(i) ? 2 : 1;
    }
    return stack.peek(below);
  }

  /**
   * Replaces a stream that was just made around another by what is known of that.
   *
   * @return whether the stream is known not to belong to a socket
   */
  private boolean wrap(String wrapper, AbstractValue wrapped) {
    boolean isNonSocket = JdkStreams.isNonSocket(wrapped);
    if (stack.peek(0).equals(AbstractValue.ofNew(wrapper))) {
      if (isNonSocket) {
        stack.pop();
        stack.push(wrapped);
      } else if (BoundedSets.isStored(wrapped)) {
        stack.pop();
        stack.push(AbstractValue.wrapper(wrapper, wrapped.index()));
      } else if (JdkStreams.mayBeNonSocket(wrapped)) {
        stack.pop();
        stack.push(AbstractValue.wrapper(wrapper, locals.kept(wrapped)));
      }
    }
    return isNonSocket;
  }

  /** Keeps the method's own objects among the arguments of a call. */
  private void addObjectArguments(MethodRef called, CallShape shape) {
    int below = 0;
    for (int i = shape.parameters() - 1; i >= 0; i--) {
      AbstractValue value = stack.peek(shape.isWide(i) ? below + 1 : below);
      if (value != AbstractValue.UNKNOWN && shape.isReference(i)) {
        objectArguments.add(new ClassSummary.ObjectArgument(called, i + 1, line, value));
      }
      below += shape.isWide(i) ? 2 : 1;
    }
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... bootstrapArguments) {
    stack.pop((Type.getArgumentsAndReturnSizes(descriptor) >> 2) - 1);
    Type result = Type.getReturnType(descriptor);
    if (bootstrap.getOwner().equals(METAFACTORY)
        && bootstrapArguments.length > 1
        && bootstrapArguments[1] instanceof Handle implementation) {
      MethodRef code =
          reader.ref(implementation.getOwner(), implementation.getName(), implementation.getDesc());
      type.functions.add(new ClassSummary.FunctionObject(result.getInternalName(), name, code));
      if (implementation.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
        type.instantiated.add(implementation.getOwner());
      }
      stack.push(AbstractValue.function(result.getInternalName(), code));
    } else {
      stack.push(result.getSize());
    }
  }

  @Override
  public void visitLdcInsn(Object value) {
    if (value instanceof Type constant && constant.getSort() == Type.OBJECT) {
      type.named.add(constant.getInternalName());
      literals.add(constant.getInternalName());
    } else if (value instanceof String text && mayBeClass(text)) {
      type.named.add(text.replace('.', '/'));
    }
    super.visitLdcInsn(value);
  }

  /** Whether code may load a class by this name. */
  private static boolean mayBeClass(String text) {
    return text.length() < 200
        && text.indexOf('.') > 0
        && text.indexOf(' ') < 0
        && Character.isJavaIdentifierStart(text.charAt(0));
  }

  private void initializer(String owner) {
    if (type.mayLock
        && !owner.equals(type.name)
        && !CodeReader.isJdk(owner)
        && initialized.add(owner)) {
      calls.add(
          new CallSite(
              CallSite.How.INITIALIZER,
              new MethodRef(owner, "<clinit>", "()V"),
              type.bci,
              line,
              List.of(),
              List.of(),
              List.of()));
    }
  }

  @Override
  public void visitEnd() {
    List<CallSite> resolved = new ArrayList<>(calls.size());
    for (CallSite call : calls) {
      if (call.how() != CallSite.How.INITIALIZER || holdsMonitor) {
        CallSite found = locals.resolved(call, reader);
        if (!FollowedOnlyIfKnown.matter(call.called().owner(), call.called().name())
            || FollowedOnlyIfKnown.mayBeKnown(found)) {
          resolved.add(found);
        }
      }
    }
    for (ClassSummary.ProxyObject proxy : proxies) {
      type.proxies.add(
          new ClassSummary.ProxyObject(proxy.types(), locals.resolved(proxy.handlers())));
    }
    List<AbstractValue> returned = BoundedSets.known(locals.resolved(results));
    List<ClassSummary.ObjectArgument> own = new ArrayList<>(objectArguments.size());
    for (ClassSummary.ObjectArgument each : objectArguments) {
      each.ownBy(locals.resolved(each.object())).ifPresent(own::add);
    }
    type.methods.add(
        new MethodSummary(
            ref,
            access,
            List.copyOf(resolved),
            returned,
            List.copyOf(own),
            branches,
            endings.onlyThrow() && resolved.stream().noneMatch(CodeVisitor::isOfJdk)));
  }

  private static boolean isOfJdk(CallSite call) {
    return CodeReader.isJdk(call.called().owner());
  }

  /** How the code ends. */
  private static final class Endings {

    private final Set<Label> passed = new HashSet<>();
    private boolean returns;
    private boolean repeats;
    private boolean throwsSomething;

    void add(int opcode) {
      returns |= opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
      throwsSomething |= opcode == Opcodes.ATHROW;
    }

    void add(Label label) {
      if (!returns) {
        passed.add(label);
      }
    }

    void addJump(Label label) {
      repeats |= passed.contains(label);
    }

    boolean onlyThrow() {
      return throwsSomething && !returns && !repeats;
    }
  }

  /**
   * Calls of the JDK's interfaces that are followed only if the receivers are known to be objects
   * of the program: most receivers of such calls are the JDK's, whose methods are short.
   */
  private static final class FollowedOnlyIfKnown {

    private FollowedOnlyIfKnown() {}

    static boolean matter(String owner, String name) {
      return switch (owner) {
        case "java/util/Iterator" -> name.equals("next") || name.equals("hasNext");
        case "java/lang/AutoCloseable", "java/io/Closeable" -> name.equals("close");
        default -> false;
      };
    }

    /** Whether the program may tell which objects a call is on. */
    static boolean mayBeKnown(CallSite call) {
      return call.receivers().stream()
          .anyMatch(
              receiver ->
                  switch (receiver.kind()) {
                    case FIELD, RESULT -> true;
                    case NEW -> !CodeReader.isJdk(receiver.type());
                    default -> false;
                  });
    }
  }
}
