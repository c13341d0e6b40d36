// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import io.github.loomunpin.analyzer.calls.AbstractValue.BoundedSets;
import io.github.loomunpin.analyzer.calls.CallSite.KnownArgument;
import io.github.loomunpin.analyzer.calls.NonSocketStreams.JdkStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/** The abstract values that are ever stored in the local variables of one method. */
final class LocalValues {

  private static final AbstractValue THIS = AbstractValue.parameter(0);

  /**
   * The first slot of variables that the code does not have; code has no more than 65535 (JVMS
   * §4.7.3).
   */
  private static final int FIRST_OWN_SLOT = 1 << 16;

  private static final int[] NO_FLAGS = {};

  private static final List<AbstractValue> UNKNOWN = List.of(AbstractValue.UNKNOWN);

  /** The values stored in each slot; null where nothing is. */
  private final List<List<AbstractValue>> stored = new ArrayList<>();

  /** Slots in which exceptions are stored, among other things. */
  private final BitSet caught = new BitSet(0);

  /** The boolean parameter that is in each slot; 0 where there is none. */
  private final int[] flags;

  /** Parameters that are booleans and have got another value. */
  private final BitSet changed = new BitSet(0);

  /** Values of variables that the code does not have. */
  private final List<List<AbstractValue>> own = new ArrayList<>(0);

  /** The variables of a method that begins. */
  LocalValues(CallShape shape, int access) {
    if ((access & Opcodes.ACC_STATIC) == 0) {
      stored.add(listOf(AbstractValue.parameter(0)));
    }
    int[] found = NO_FLAGS;
    for (int i = 0; i < shape.parameters(); i++) {
      if (shape.isFlag(i)) {
        found = Arrays.copyOf(found, stored.size() + 1);
        found[stored.size()] = i + 1;
      }
      stored.add(shape.isReference(i) ? listOf(AbstractValue.parameter(i + 1)) : null);
      if (shape.isWide(i)) {
        stored.add(null);
      }
    }
    flags = found;
  }

  /** The parameter in a slot, if it is a boolean. */
  AbstractValue flag(int slot) {
    return isFlag(slot) ? AbstractValue.parameter(flags[slot]) : AbstractValue.UNKNOWN;
  }

  private boolean isFlag(int slot) {
    return slot < flags.length && flags[slot] > 0;
  }

  /** Stores a number or boolean of which nothing is known. */
  void storeNumber(int slot) {
    if (isFlag(slot)) {
      changed.set(flags[slot]);
    }
  }

  private static List<AbstractValue> listOf(AbstractValue value) {
    List<AbstractValue> values = new ArrayList<>(1);
    values.add(value);
    return values;
  }

  void store(int slot, AbstractValue value) {
    while (slot >= stored.size()) {
      stored.add(null);
    }
    List<AbstractValue> known = stored.get(slot);
    if (known == null) {
      stored.set(slot, listOf(value));
    } else {
      BoundedSets.add(known, value);
    }
  }

  /** Stores an exception, which is not a stream that others are wrapped around. */
  void storeCaught(int slot) {
    caught.set(slot);
  }

  /** What two branches leave on the stack, as if both had stored it in one local variable. */
  AbstractValue either(AbstractValue one, AbstractValue other) {
    if (one == AbstractValue.UNKNOWN || other == AbstractValue.UNKNOWN) {
      return AbstractValue.UNKNOWN;
    }
    if (one == AbstractValue.NULL || other == AbstractValue.NULL) {
      return one == AbstractValue.NULL ? other : one;
    }
    own.add(List.of(one, other));
    return AbstractValue.local(FIRST_OWN_SLOT + own.size() - 1);
  }

  /** The slot of a variable in which only this is stored. */
  int kept(AbstractValue value) {
    own.add(List.of(value));
    return FIRST_OWN_SLOT + own.size() - 1;
  }

  private List<AbstractValue> at(int slot) {
    if (slot >= FIRST_OWN_SLOT) {
      return own.get(slot - FIRST_OWN_SLOT);
    }
    List<AbstractValue> known = slot < stored.size() ? stored.get(slot) : null;
    return known == null || caught.get(slot) ? UNKNOWN : known;
  }

  /** The values, with those of local variables in their place. */
  List<AbstractValue> resolved(List<AbstractValue> values) {
    if (values.isEmpty()) {
      return values;
    }
    if (values.size() == 1) {
      return BoundedSets.isStored(values.get(0)) ? resolved(values.get(0)) : values;
    }
    List<AbstractValue> resolved = new ArrayList<>(values.size());
    for (AbstractValue value : values) {
      resolved(value).forEach(each -> BoundedSets.add(resolved, each));
    }
    return resolved;
  }

  /** The values that a value stands for: a local variable is whatever is ever stored in it. */
  List<AbstractValue> resolved(AbstractValue value) {
    if (value.kind() == AbstractValue.Kind.WRAPPER) {
      return List.of(unwrapped(value));
    }
    if (value.kind() != AbstractValue.Kind.LOCAL) {
      return List.of(value);
    }
    List<AbstractValue> all = at(value.index());
    if (!BoundedSets.isAnyStored(all)) {
      return all;
    }
    List<AbstractValue> resolved = new ArrayList<>(all.size());
    addStored(value, resolved);
    return resolved;
  }

  private void addStored(AbstractValue local, List<AbstractValue> resolved) {
    for (AbstractValue each : at(local.index())) {
      if (each.kind() == AbstractValue.Kind.LOCAL && each.index() >= FIRST_OWN_SLOT) {
        addStored(each, resolved);
      } else if (each.kind() == AbstractValue.Kind.WRAPPER) {
        BoundedSets.add(resolved, unwrapped(each));
      } else {
        BoundedSets.add(
            resolved, each.kind() == AbstractValue.Kind.LOCAL ? throughCopy(each) : each);
      }
    }
  }

  /** The value of a local variable that was copied to another; only one copy is followed. */
  private AbstractValue throughCopy(AbstractValue local) {
    List<AbstractValue> copied = at(local.index());
    return copied.size() == 1 && !BoundedSets.isStored(copied.get(0))
        ? copied.get(0)
        : AbstractValue.UNKNOWN;
  }

  /** A stream in memory or of a file if it is around nothing else, or else the outer one. */
  private AbstractValue unwrapped(AbstractValue wrapper) {
    List<AbstractValue> inner = new ArrayList<>(1);
    boolean isNonSocket = addInner(wrapper.index(), new HashSet<>(), inner) && !inner.isEmpty();
    return isNonSocket ? inner.get(0) : AbstractValue.ofNew(wrapper.type());
  }

  /** Whether all that is stored in a variable, and in what is around that, is such a stream. */
  private boolean addInner(int slot, Set<Integer> seen, List<AbstractValue> inner) {
    if (!seen.add(slot)) {
      return true;
    }
    List<AbstractValue> all = slot < stored.size() ? stored.get(slot) : null;
    for (AbstractValue each : slot >= FIRST_OWN_SLOT ? at(slot) : all == null ? UNKNOWN : all) {
      if (JdkStreams.isNonSocket(each)) {
        inner.add(each);
      } else if (each.kind() != AbstractValue.Kind.NULL
          && !(BoundedSets.isStored(each) && addInner(each.index(), seen, inner))) {
        return false;
      }
    }
    return true;
  }

  /**
   * A stream in memory or of a file, what one is made around of which the method does not tell
   * whether it is such a stream, or unknown.
   */
  private AbstractValue stream(AbstractValue value) {
    Set<AbstractValue> ends = new HashSet<>();
    addEnds(value, new HashSet<>(), ends);
    ends.remove(AbstractValue.NULL);
    boolean isNonSocket = ends.remove(JdkStreams.ANY_NON_SOCKET);
    if (ends.isEmpty()) {
      return isNonSocket ? JdkStreams.ANY_NON_SOCKET : AbstractValue.UNKNOWN;
    }
    return ends.size() == 1 ? ends.iterator().next() : AbstractValue.UNKNOWN;
  }

  private void addEnds(AbstractValue value, Set<Integer> seen, Set<AbstractValue> ends) {
    if (!BoundedSets.isStored(value)) {
      boolean isParameter = value.kind() == AbstractValue.Kind.PARAMETER && value.index() > 0;
      boolean isEnd =
          isParameter || value == AbstractValue.NULL || JdkStreams.mayBeNonSocket(value);
      ends.add(
          JdkStreams.isNonSocket(value)
              ? JdkStreams.ANY_NON_SOCKET
              : isEnd ? value : AbstractValue.UNKNOWN);
    } else if (seen.add(value.index())) {
      // Where exceptions are stored as well, the stream is never one of them.
      int slot = value.index();
      List<AbstractValue> all =
          slot >= FIRST_OWN_SLOT ? at(slot) : slot < stored.size() ? stored.get(slot) : null;
      for (AbstractValue each : all == null ? UNKNOWN : all) {
        addEnds(each, seen, ends);
      }
    }
  }

  /**
   * The arguments of a call that are known by the end of the method, or are parameters of the
   * method itself.
   */
  private List<KnownArgument> resolvedKnownArguments(CallSite call, CodeReader reader) {
    if (call.knownArguments().isEmpty()) {
      return call.knownArguments();
    }
    CallShape shape = reader.shape(call.called().descriptor());
    List<KnownArgument> resolved = new ArrayList<>(call.knownArguments().size());
    for (KnownArgument argument : call.knownArguments()) {
      int parameter = argument.parameter() - 1;
      boolean isStream = parameter < 0 || shape.mayBeStream(parameter);
      AbstractValue value = isStream ? stream(argument.value()) : decided(argument.value());
      if (value != AbstractValue.UNKNOWN) {
        resolved.add(new KnownArgument(argument.parameter(), value));
      }
    }
    return reader.interned(resolved);
  }

  /** A constant, a field that may be one, or a parameter that still is what it was. */
  private AbstractValue decided(AbstractValue value) {
    List<AbstractValue> all = resolved(value);
    AbstractValue only = all.size() == 1 ? all.get(0) : AbstractValue.UNKNOWN;
    return switch (only.kind()) {
      case CONSTANT, FIELD -> only;
      case PARAMETER ->
          only.index() > 0 && !changed.get(only.index()) ? only : AbstractValue.UNKNOWN;
      default -> AbstractValue.UNKNOWN;
    };
  }

  /** A call with what was stored in local variables by the end of the method. */
  CallSite resolved(CallSite call, CodeReader reader) {
    if (call.receivers().isEmpty()
        && call.arguments().isEmpty()
        && call.knownArguments().isEmpty()) {
      return call;
    }
    List<AbstractValue> receivers = resolved(call.receivers());
    return new CallSite(
        call.how(),
        call.called(),
        call.bci(),
        call.line(),
        BoundedSets.areKnown(receivers) ? shared(receivers, reader) : List.of(),
        resolvedArguments(call.arguments(), reader),
        resolvedKnownArguments(call, reader));
  }

  /** The values of arguments; empty if nothing is known of any. */
  private List<List<AbstractValue>> resolvedArguments(
      List<List<AbstractValue>> arguments, CodeReader reader) {
    if (arguments.isEmpty()) {
      return arguments;
    }
    boolean isKnown = false;
    List<List<AbstractValue>> resolved = new ArrayList<>(arguments.size());
    for (List<AbstractValue> argument : arguments) {
      List<AbstractValue> values = resolved(argument);
      List<AbstractValue> objects =
          BoundedSets.areObjects(values) ? shared(values, reader) : List.of();
      isKnown |= !objects.isEmpty();
      resolved.add(objects);
    }
    return isKnown ? reader.sharedArguments(List.copyOf(resolved)) : List.of();
  }

  private static List<AbstractValue> shared(List<AbstractValue> values, CodeReader reader) {
    return switch (values.size()) {
      case 0 -> List.of();
      case 1 -> values.get(0).equals(THIS) ? List.of() : reader.listOf(values.get(0));
      default -> List.copyOf(values);
    };
  }
}
