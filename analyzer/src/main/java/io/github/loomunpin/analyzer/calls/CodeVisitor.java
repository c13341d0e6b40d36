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
  private final List<Call> calls = new ArrayList<>();
  private final List<Origin> results = new ArrayList<>(1);
  private final Set<String> initialised = new HashSet<>();
  private final List<ClassCode.Passed> passed = new ArrayList<>(0);
  private Optional<Choices> choices = Optional.empty();

  /** Since the last dynamic proxy was made. */
  private final List<String> literals = new ArrayList<>(0);

  private final List<ClassCode.Proxy> proxies = new ArrayList<>(0);
  private int line = -1;

  /** Only in such code the first use of a class is worth a call. */
  private boolean holdsMonitor;

  CodeVisitor(CodeReader reader, CodeReader.Collector type, MethodRef method, int access) {
    super(new Locals(reader.shape(method.descriptor()), access));
    this.reader = reader;
    this.type = type;
    this.method = method;
    this.access = access;
    this.holdsMonitor = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
  }

  /** Before the end of the method. */
  void setChoices(Choices found) {
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
      Origin.Origins.add(results, stack.peek(0));
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
          stack.push(Origin.field(owner, name));
        } else {
          stack.push(size);
        }
      }
      default -> {
        Origin value = stack.peek(0);
        stack.pop(size + (opcode == Opcodes.PUTFIELD ? 1 : 0));
        if (opcode == Opcodes.PUTSTATIC) {
          initialiser(owner);
        }
        if (isObject) {
          for (Origin origin : locals.resolved(value)) {
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
    if (Proxies.makesProxy(owner, name)) {
      proxies.add(new ClassCode.Proxy(List.copyOf(literals), List.of(stack.peek(0))));
      literals.clear();
    }
    Origin wrapped =
        LocalStreams.Streams.wraps(owner, name, descriptor) ? firstArgument(shape) : Origin.UNKNOWN;
    if (holdsMonitor && !CodeReader.isJdk(owner)) {
      pass(reader.ref(owner, name, descriptor), shape);
    }
    List<Call.Given> given = CodeReader.isJdk(owner) ? List.of() : given(shape);
    List<List<Origin>> arguments = arguments(shape);
    Origin receiver = opcode == Opcodes.INVOKESTATIC ? Origin.UNKNOWN : stack.pop();
    if (opcode == Opcodes.INVOKESTATIC) {
      initialiser(owner);
    }
    if (wrapped != Origin.UNKNOWN && wrap(owner, wrapped)) {
      return;
    }
    if (CodeReader.isJdk(owner)) {
      Origin opened = LocalStreams.Streams.opened(owner, name);
      if (opened != Origin.UNKNOWN) {
        stack.push(opened);
        return;
      }
    }
    boolean isOnKnown = receiver != Origin.UNKNOWN && KnownReceivers.matter(owner, name);
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
          new Call(
              isVirtual ? Call.How.VIRTUAL : Call.How.EXACT,
              called,
              type.bci,
              line,
              isVirtual && receiver != Origin.UNKNOWN ? List.of(receiver) : List.of(),
              arguments,
              LocalStreams.Streams.mayBeStream(owner) ? stream(wrapped, receiver) : given));
    }
    if (shape.returnsObject() && !CodeReader.isJdk(owner)) {
      stack.push(Origin.result(called));
    } else {
      stack.push(shape.resultSize());
    }
  }

  /** The stream that an operation is on, or is made around. */
  private static List<Call.Given> stream(Origin wrapped, Origin receiver) {
    Origin stream = wrapped == Origin.UNKNOWN ? receiver : wrapped;
    boolean isStored = Origin.Origins.isStored(stream);
    return isStored || LocalStreams.Streams.mayBeLocal(stream)
        ? List.of(new Call.Given(0, stream))
        : List.of();
  }

  private Origin firstArgument(CallShape shape) {
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
  private boolean wrap(String wrapper, Origin wrapped) {
    boolean isLocal = LocalStreams.Streams.isLocal(wrapped);
    if (stack.peek(0).equals(Origin.made(wrapper))) {
      if (isLocal) {
        stack.pop();
        stack.push(wrapped);
      } else if (Origin.Origins.isStored(wrapped)) {
        stack.pop();
        stack.push(Origin.wrapper(wrapper, wrapped.index()));
      } else if (LocalStreams.Streams.mayBeLocal(wrapped)) {
        stack.pop();
        stack.push(Origin.wrapper(wrapper, locals.kept(wrapped)));
      }
    }
    return isLocal;
  }

  /** Keeps what a call is given of the method's own objects. */
  private void pass(MethodRef called, CallShape shape) {
    int below = 0;
    for (int i = shape.parameters() - 1; i >= 0; i--) {
      Origin value = stack.peek(shape.isWide(i) ? below + 1 : below);
      if (value != Origin.UNKNOWN && shape.isReference(i)) {
        passed.add(new ClassCode.Passed(called, i + 1, line, value));
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
      type.functions.add(new ClassCode.Function(result.getInternalName(), name, code));
      if (implementation.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
        type.made.add(implementation.getOwner());
      }
      stack.push(Origin.function(result.getInternalName(), code));
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
          new Call(
              Call.How.INITIALISER,
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
    List<Call> resolved = new ArrayList<>(calls.size());
    for (Call call : calls) {
      if (call.how() != Call.How.INITIALISER || holdsMonitor) {
        Call found = locals.resolved(call, reader);
        if (!KnownReceivers.matter(call.method().owner(), call.method().name())
            || KnownReceivers.mayBeKnown(found)) {
          resolved.add(found);
        }
      }
    }
    for (ClassCode.Proxy proxy : proxies) {
      type.proxies.add(new ClassCode.Proxy(proxy.types(), locals.resolved(proxy.handlers())));
    }
    List<Origin> returned = Origin.Origins.known(locals.resolved(results));
    List<ClassCode.Passed> own = new ArrayList<>(passed.size());
    for (ClassCode.Passed each : passed) {
      each.ownBy(locals.resolved(each.object())).ifPresent(own::add);
    }
    type.methodCodes.add(
        new ClassCode.MethodCode(
            method, access, List.copyOf(resolved), returned, List.copyOf(own), choices));
  }

  /**
   * Calls of the JDK's interfaces that are followed only if it is known which objects of the
   * program they are on: most objects that have these are the JDK's, and what those do is short.
   */
  private static final class KnownReceivers {

    private KnownReceivers() {}

    static boolean matter(String owner, String name) {
      return switch (owner) {
        case "java/util/Iterator" -> name.equals("next") || name.equals("hasNext");
        case "java/lang/AutoCloseable", "java/io/Closeable" -> name.equals("close");
        default -> false;
      };
    }

    /** Whether the program may tell which objects a call is on. */
    static boolean mayBeKnown(Call call) {
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
