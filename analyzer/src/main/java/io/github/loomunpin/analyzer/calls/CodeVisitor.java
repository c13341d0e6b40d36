// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Collects the calls of one method and where the objects came from that take part in them. */
final class CodeVisitor extends OperandStack.StackVisitor {

  private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

  private final CodeReader reader;
  private final CodeReader.Collector type;
  private final MethodRef method;
  private final int access;
  private final List<CallSite> calls = new ArrayList<>();
  private final List<AbstractValue> results = new ArrayList<>(1);
  private final Set<String> initialised = new HashSet<>();
  private final List<ClassSummary.ObjectArgument> passed = new ArrayList<>(0);
  private Optional<ConstantBranches> choices = Optional.empty();

  /** Since the last dynamic proxy was made. */
  private final List<String> literals = new ArrayList<>(0);

  private final List<ClassSummary.ProxyObject> proxies = new ArrayList<>(0);
  private int line = -1;

  /** Only in such code the first use of a class is worth a call. */
  private boolean holdsMonitor;

  CodeVisitor(CodeReader reader, CodeReader.Collector type, MethodRef method, int access) {
    super(new LocalValues(reader.shape(method.descriptor()), access));
    this.reader = reader;
    this.type = type;
    this.method = method;
    this.access = access;
    this.holdsMonitor = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
  }

  /** Before the end of the method. */
  void setChoices(ConstantBranches found) {
    choices = Optional.of(found);
  }

  @Override
  public void visitLineNumber(int number, Label start) {
    line = number;
  }

  @Override
  public void visitInsn(int opcode) {
    holdsMonitor |= opcode == Opcodes.MONITORENTER;
    if (opcode == Opcodes.ARETURN) {
      AbstractValue.BoundedSets.add(results, stack.peek(0));
    }
    super.visitInsn(opcode);
  }

  @Override
  public void visitTypeInsn(int opcode, String name) {
    if (opcode == Opcodes.NEW) {
      if (!CodeReader.isJdk(name)) {
        type.made.add(name);
      }
      initialiser(name);
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
          initialiser(owner);
        }
        if (isObject) {
          stack.push(AbstractValue.field(owner, name));
        } else {
          stack.push(size);
        }
      }
      default -> {
        AbstractValue value = stack.peek(0);
        stack.pop(size + (opcode == Opcodes.PUTFIELD ? 1 : 0));
        if (opcode == Opcodes.PUTSTATIC) {
          initialiser(owner);
        }
        if (isObject) {
          for (AbstractValue origin : locals.resolved(value)) {
            type.store(owner, name, origin);
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
        NonSocketStreams.JdkStreams.wraps(owner, name, descriptor)
            ? firstArgument(shape)
            : AbstractValue.UNKNOWN;
    if (holdsMonitor && !CodeReader.isJdk(owner)) {
      pass(reader.ref(owner, name, descriptor), shape);
    }
    List<CallSite.KnownArgument> given = CodeReader.isJdk(owner) ? List.of() : given(shape);
    List<List<AbstractValue>> arguments = arguments(shape);
    AbstractValue receiver = opcode == Opcodes.INVOKESTATIC ? AbstractValue.UNKNOWN : stack.pop();
    if (opcode == Opcodes.INVOKESTATIC) {
      initialiser(owner);
    }
    if (wrapped != AbstractValue.UNKNOWN && wrap(owner, wrapped)) {
      return;
    }
    if (CodeReader.isJdk(owner)) {
      AbstractValue opened = NonSocketStreams.JdkStreams.opened(owner, name);
      if (opened != AbstractValue.UNKNOWN) {
        stack.push(opened);
        return;
      }
    }
    boolean isOnKnown =
        receiver != AbstractValue.UNKNOWN && FollowedOnlyIfKnown.matter(owner, name);
    if (!isOnKnown && !reader.mayMatter(owner, name, shape)) {
      // Nothing is known of what the JDK returns.
      stack.push(shape.resultSize());
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
              NonSocketStreams.JdkStreams.mayBeStream(owner) ? stream(wrapped, receiver) : given));
    }
    if (shape.returnsObject() && !CodeReader.isJdk(owner)) {
      stack.push(AbstractValue.result(called));
    } else {
      stack.push(shape.resultSize());
    }
  }

  /** The stream that an operation is on, or is made around. */
  private static List<CallSite.KnownArgument> stream(
      AbstractValue wrapped, AbstractValue receiver) {
    AbstractValue stream = wrapped == AbstractValue.UNKNOWN ? receiver : wrapped;
    boolean isStored = AbstractValue.BoundedSets.isStored(stream);
    return isStored || NonSocketStreams.JdkStreams.mayBeLocal(stream)
        ? List.of(new CallSite.KnownArgument(0, stream))
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
   * Says of a stream that was just made around another what is known of that.
   *
   * @return whether the stream is known to be none of a socket's
   */
  private boolean wrap(String wrapper, AbstractValue wrapped) {
    boolean isLocal = NonSocketStreams.JdkStreams.isLocal(wrapped);
    if (stack.peek(0).equals(AbstractValue.made(wrapper))) {
      if (isLocal) {
        stack.pop();
        stack.push(wrapped);
      } else if (AbstractValue.BoundedSets.isStored(wrapped)) {
        stack.pop();
        stack.push(AbstractValue.wrapper(wrapper, wrapped.index()));
      } else if (NonSocketStreams.JdkStreams.mayBeLocal(wrapped)) {
        stack.pop();
        stack.push(AbstractValue.wrapper(wrapper, locals.kept(wrapped)));
      }
    }
    return isLocal;
  }

  /** Keeps what a call is given of the method's own objects. */
  private void pass(MethodRef called, CallShape shape) {
    int below = 0;
    for (int i = shape.parameters() - 1; i >= 0; i--) {
      AbstractValue value = stack.peek(shape.isWide(i) ? below + 1 : below);
      if (value != AbstractValue.UNKNOWN && shape.isReference(i)) {
        passed.add(new ClassSummary.ObjectArgument(called, i + 1, line, value));
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
        type.made.add(implementation.getOwner());
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

  private void initialiser(String owner) {
    if (type.mayLock
        && !owner.equals(type.name)
        && !CodeReader.isJdk(owner)
        && initialised.add(owner)) {
      calls.add(
          new CallSite(
              CallSite.How.INITIALISER,
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
      if (call.how() != CallSite.How.INITIALISER || holdsMonitor) {
        CallSite found = locals.resolved(call, reader);
        if (!FollowedOnlyIfKnown.matter(call.method().owner(), call.method().name())
            || FollowedOnlyIfKnown.mayBeKnown(found)) {
          resolved.add(found);
        }
      }
    }
    for (ClassSummary.ProxyObject proxy : proxies) {
      type.proxies.add(
          new ClassSummary.ProxyObject(proxy.types(), locals.resolved(proxy.handlers())));
    }
    List<AbstractValue> returned = AbstractValue.BoundedSets.known(locals.resolved(results));
    List<ClassSummary.ObjectArgument> own = new ArrayList<>(passed.size());
    for (ClassSummary.ObjectArgument each : passed) {
      each.ownBy(locals.resolved(each.object())).ifPresent(own::add);
    }
    type.methodCodes.add(
        new ClassSummary.MethodSummary(
            method, access, List.copyOf(resolved), returned, List.copyOf(own), choices));
  }

  /**
   * Calls of the JDK's interfaces that are followed only if it is known which objects of the
   * program they are on: most objects that have these are the JDK's, and what those do is short.
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
