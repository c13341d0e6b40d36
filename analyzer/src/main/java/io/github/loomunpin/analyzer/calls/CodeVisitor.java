// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Collects the calls of one method and where the objects came from that take part in them. */
final class CodeVisitor extends MethodVisitor {

  private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

  private static final Origin THIS = Origin.parameter(0);

  /** Code has no more than 65535 (JVMS §4.7.3). */
  private static final int FIRST_OWN_SLOT = 1 << 16;

  private final CodeReader reader;
  private final CodeReader.Collector type;
  private final MethodRef method;
  private final int access;
  private final OperandStack stack = new OperandStack(this::either);
  private final List<Call> calls = new ArrayList<>();
  private final List<Origin> results = new ArrayList<>(1);
  private final Map<Integer, List<Origin>> locals = new HashMap<>();
  private final Set<String> initialised = new HashSet<>();

  /** Since the last dynamic proxy was made. */
  private final List<String> literals = new ArrayList<>(0);

  private final List<ClassCode.Proxy> proxies = new ArrayList<>(0);
  private int line = -1;

  /** Of local variables that the code does not have. */
  private int nextSlot = FIRST_OWN_SLOT;

  /** Only in such code the first use of a class is worth a call. */
  private boolean holdsMonitor;

  CodeVisitor(CodeReader reader, CodeReader.Collector type, MethodRef method, int access) {
    super(Opcodes.ASM9);
    this.reader = reader;
    this.type = type;
    this.method = method;
    this.access = access;
    this.holdsMonitor = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
    int slot = 0;
    int index = 0;
    if ((access & Opcodes.ACC_STATIC) == 0) {
      locals.put(slot++, new ArrayList<>(List.of(Origin.parameter(index))));
    }
    index++;
    for (Type parameter : Type.getArgumentTypes(method.descriptor())) {
      if (isReference(parameter)) {
        locals.put(slot, new ArrayList<>(List.of(Origin.parameter(index))));
      }
      slot += parameter.getSize();
      index++;
    }
  }

  /** What two branches leave on the stack, as if both had stored it in one local variable. */
  private Origin either(Origin one, Origin other) {
    if (one == Origin.UNKNOWN || other == Origin.UNKNOWN) {
      return Origin.UNKNOWN;
    }
    if (one == Origin.NULL || other == Origin.NULL) {
      return one == Origin.NULL ? other : one;
    }
    locals.put(nextSlot, new ArrayList<>(List.of(one, other)));
    return Origin.local(nextSlot++);
  }

  private static boolean isReference(Type type) {
    return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
  }

  @Override
  public void visitLineNumber(int number, Label start) {
    line = number;
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, String caught) {
    stack.handlerAt(handler);
  }

  @Override
  public void visitLabel(Label label) {
    stack.label(label);
  }

  @Override
  public void visitInsn(int opcode) {
    holdsMonitor |= opcode == Opcodes.MONITORENTER;
    if (opcode == Opcodes.ARETURN) {
      Origins.add(results, stack.peek(0));
    }
    if (opcode == Opcodes.ACONST_NULL) {
      stack.push(Origin.NULL);
    } else {
      StackEffects.apply(opcode, stack);
    }
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    if (opcode == Opcodes.NEWARRAY) {
      stack.pop();
    }
    stack.push(1);
  }

  @Override
  public void visitVarInsn(int opcode, int slot) {
    switch (opcode) {
      case Opcodes.ILOAD, Opcodes.FLOAD -> stack.push(1);
      case Opcodes.LLOAD, Opcodes.DLOAD -> stack.push(2);
      case Opcodes.ALOAD -> stack.push(Origin.local(slot));
      case Opcodes.ISTORE, Opcodes.FSTORE -> stack.pop();
      case Opcodes.LSTORE, Opcodes.DSTORE -> stack.pop(2);
      case Opcodes.ASTORE ->
          Origins.add(locals.computeIfAbsent(slot, s -> new ArrayList<>(1)), stack.pop());
      default -> {}
    }
  }

  @Override
  public void visitTypeInsn(int opcode, String name) {
    switch (opcode) {
      case Opcodes.NEW -> {
        type.made.add(name);
        initialiser(name);
        stack.push(Origin.made(name));
      }
      case Opcodes.ANEWARRAY, Opcodes.INSTANCEOF -> {
        stack.pop();
        stack.push(1);
      }
      default -> {}
    }
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
          for (Origin origin : resolved(value)) {
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
    List<List<Origin>> arguments = arguments(shape);
    Origin receiver = opcode == Opcodes.INVOKESTATIC ? Origin.UNKNOWN : stack.pop();
    MethodRef called = reader.ref(owner, name, descriptor);
    if (opcode == Opcodes.INVOKESTATIC) {
      initialiser(owner);
    }
    boolean isArray = owner.startsWith("[");
    if (!isArray && reader.matters(called)) {
      boolean isVirtual = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
      calls.add(
          new Call(
              isVirtual ? Call.How.VIRTUAL : Call.How.EXACT,
              called,
              type.bci,
              line,
              isVirtual && receiver != Origin.UNKNOWN ? List.of(receiver) : List.of(),
              arguments));
    }
    if (shape.returnsObject()) {
      stack.push(Origin.result(called));
    } else {
      stack.push(shape.resultSize());
    }
  }

  /** Pops them. */
  private List<List<Origin>> arguments(CallShape shape) {
    boolean isKnown = false;
    List<List<Origin>> arguments =
        new ArrayList<>(Collections.nCopies(shape.parameters(), List.of()));
    for (int i = shape.parameters() - 1; i >= 0; i--) {
      if (shape.isWide(i)) {
        stack.pop(2);
        continue;
      }
      Origin value = stack.pop();
      if (value != Origin.UNKNOWN && shape.mayBeFunction(i)) {
        isKnown = true;
        arguments.set(i, List.of(value));
      }
    }
    return isKnown ? arguments : List.of();
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
  public void visitJumpInsn(int opcode, Label label) {
    switch (opcode) {
      case Opcodes.GOTO -> {
        stack.jumpTo(label);
        stack.end();
      }
      case Opcodes.JSR -> {
        stack.push(1);
        stack.jumpTo(label);
        stack.pop();
      }
      default -> {
        boolean isBinary = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
        stack.pop(isBinary ? 2 : 1);
        stack.jumpTo(label);
      }
    }
  }

  @Override
  public void visitLdcInsn(Object value) {
    boolean isWide =
        value instanceof Long
            || value instanceof Double
            || value instanceof ConstantDynamic constant && constant.getSize() == 2;
    if (value instanceof Type constant && constant.getSort() == Type.OBJECT) {
      type.named.add(constant.getInternalName());
      literals.add(constant.getInternalName());
    } else if (value instanceof String text && mayBeClass(text)) {
      type.named.add(text.replace('.', '/'));
    }
    stack.push(isWide ? 2 : 1);
  }

  /** Whether code may load a class by this name. */
  private static boolean mayBeClass(String text) {
    return text.length() < 200
        && text.indexOf('.') > 0
        && text.indexOf(' ') < 0
        && Character.isJavaIdentifierStart(text.charAt(0));
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
    branch(dflt, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
    branch(dflt, labels);
  }

  private void branch(Label dflt, Label[] labels) {
    stack.pop();
    stack.jumpTo(dflt);
    for (Label label : labels) {
      stack.jumpTo(label);
    }
    stack.end();
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    stack.pop(dimensions);
    stack.push(1);
  }

  private void initialiser(String owner) {
    if (!owner.equals(type.name) && !owner.startsWith("java/") && initialised.add(owner)) {
      calls.add(
          new Call(
              Call.How.INITIALISER,
              reader.ref(owner, "<clinit>", "()V"),
              type.bci,
              line,
              List.of(),
              List.of()));
    }
  }

  @Override
  public void visitEnd() {
    List<Call> resolved = new ArrayList<>(calls.size());
    for (Call call : calls) {
      if (call.how() != Call.How.INITIALISER || holdsMonitor) {
        resolved.add(resolved(call));
      }
    }
    for (ClassCode.Proxy proxy : proxies) {
      type.proxies.add(new ClassCode.Proxy(proxy.types(), resolved(proxy.handlers())));
    }
    List<Origin> returned = Origins.known(resolved(results));
    type.methodCodes.add(new MethodCode(method, access, List.copyOf(resolved), returned));
  }

  /** The call with what was stored in local variables by the end of the method. */
  private Call resolved(Call call) {
    if (call.receivers().isEmpty() && call.arguments().isEmpty()) {
      return call;
    }
    return new Call(
        call.how(),
        call.method(),
        call.bci(),
        call.line(),
        shared(Origins.known(resolved(call.receivers()))),
        resolvedArguments(call.arguments()));
  }

  /** Empty if nothing is known of any. */
  private List<List<Origin>> resolvedArguments(List<List<Origin>> arguments) {
    boolean isKnown = false;
    List<List<Origin>> resolved = new ArrayList<>(arguments.size());
    for (List<Origin> argument : arguments) {
      List<Origin> objects = shared(Origins.objects(resolved(argument)));
      isKnown |= !objects.isEmpty();
      resolved.add(objects);
    }
    return isKnown ? List.copyOf(resolved) : List.of();
  }

  private List<Origin> shared(List<Origin> origins) {
    return switch (origins.size()) {
      case 0 -> List.of();
      case 1 -> origins.get(0).equals(THIS) ? List.of() : List.of(reader.shared(origins.get(0)));
      default -> origins.stream().map(reader::shared).toList();
    };
  }

  private List<Origin> resolved(List<Origin> origins) {
    if (origins.isEmpty() || origins.size() == 1 && origins.get(0).kind() != Origin.Kind.LOCAL) {
      return origins;
    }
    List<Origin> resolved = new ArrayList<>(origins.size());
    for (Origin origin : origins) {
      resolved(origin).forEach(each -> Origins.add(resolved, each));
    }
    return resolved;
  }

  /** A local variable is whatever is ever stored in it. */
  private List<Origin> resolved(Origin origin) {
    if (origin.kind() != Origin.Kind.LOCAL) {
      return List.of(origin);
    }
    List<Origin> stored = new ArrayList<>();
    addStored(origin, stored);
    return stored;
  }

  private void addStored(Origin local, List<Origin> stored) {
    for (Origin each : locals.getOrDefault(local.index(), List.of(Origin.UNKNOWN))) {
      if (each.kind() == Origin.Kind.LOCAL && each.index() >= FIRST_OWN_SLOT) {
        addStored(each, stored);
      } else {
        Origins.add(stored, each.kind() == Origin.Kind.LOCAL ? throughCopy(each) : each);
      }
    }
  }

  /** One copy of a local variable to another is followed. */
  private Origin throughCopy(Origin local) {
    List<Origin> stored = locals.getOrDefault(local.index(), List.of());
    return stored.size() == 1 && stored.get(0).kind() != Origin.Kind.LOCAL
        ? stored.get(0)
        : Origin.UNKNOWN;
  }
}
