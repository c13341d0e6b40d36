// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/** What is ever stored in the local variables of one method. */
final class LocalValues {

  private static final AbstractValue THIS = AbstractValue.parameter(0);

  /** Code has no more than 65535 (JVMS §4.7.3). */
  private static final int FIRST_OWN_SLOT = 1 << 16;

  private static final int[] NO_FLAGS = {};

  private static final List<AbstractValue> UNKNOWN = List.of(AbstractValue.UNKNOWN);

  /** By slot; null where nothing is stored. */
  private final List<List<AbstractValue>> stored = new ArrayList<>();

  /** Slots in which exceptions are stored, among other things. */
  private final BitSet caught = new BitSet(0);

  /** By slot the parameter that is a boolean; 0 where there is none. */
  private final int[] flags;

  /** Parameters that are booleans and have got another value. */
  private final BitSet changed = new BitSet(0);

  /** Of variables that the code does not have. */
  private final List<List<AbstractValue>> own = new ArrayList<>(0);

  /** Those of a method that begins. */
  LocalValues(CallShape shape, int access) {
    if ((access & Opcodes.ACC_STATIC) == 0) {
      stored.add(origins(AbstractValue.parameter(0)));
    }
    int[] found = NO_FLAGS;
    for (int i = 0; i < shape.parameters(); i++) {
      if (shape.isFlag(i)) {
        found = Arrays.copyOf(found, stored.size() + 1);
        found[stored.size()] = i + 1;
      }
      stored.add(shape.isReference(i) ? origins(AbstractValue.parameter(i + 1)) : null);
      if (shape.isWide(i)) {
        stored.add(null);
      }
    }
    flags = found;
  }

  /** A parameter that is a boolean. */
  AbstractValue flag(int slot) {
    return isFlag(slot) ? AbstractValue.parameter(flags[slot]) : AbstractValue.UNKNOWN;
  }

  private boolean isFlag(int slot) {
    return slot < flags.length && flags[slot] > 0;
  }

  /** A number or boolean of which nothing is known. */
  void storeNumber(int slot) {
    if (isFlag(slot)) {
      changed.set(flags[slot]);
    }
  }

  private static List<AbstractValue> origins(AbstractValue origin) {
    List<AbstractValue> origins = new ArrayList<>(1);
    origins.add(origin);
    return origins;
  }

  void store(int slot, AbstractValue origin) {
    while (slot >= stored.size()) {
      stored.add(null);
    }
    List<AbstractValue> known = stored.get(slot);
    if (known == null) {
      stored.set(slot, origins(origin));
    } else {
      AbstractValue.BoundedSets.add(known, origin);
    }
  }

  /** An exception, which is no stream that others are wrapped around. */
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
  int kept(AbstractValue origin) {
    own.add(List.of(origin));
    return FIRST_OWN_SLOT + own.size() - 1;
  }

  private List<AbstractValue> at(int slot) {
    if (slot >= FIRST_OWN_SLOT) {
      return own.get(slot - FIRST_OWN_SLOT);
    }
    List<AbstractValue> known = slot < stored.size() ? stored.get(slot) : null;
    return known == null || caught.get(slot) ? UNKNOWN : known;
  }

  /** With what local variables stand for. */
  List<AbstractValue> resolved(List<AbstractValue> origins) {
    if (origins.isEmpty()) {
      return origins;
    }
    if (origins.size() == 1) {
      return AbstractValue.BoundedSets.isStored(origins.get(0))
          ? resolved(origins.get(0))
          : origins;
    }
    List<AbstractValue> resolved = new ArrayList<>(origins.size());
    for (AbstractValue origin : origins) {
      resolved(origin).forEach(each -> AbstractValue.BoundedSets.add(resolved, each));
    }
    return resolved;
  }

  /** A local variable is whatever is ever stored in it. */
  List<AbstractValue> resolved(AbstractValue origin) {
    if (origin.kind() == AbstractValue.Kind.WRAPPER) {
      return List.of(unwrapped(origin));
    }
    if (origin.kind() != AbstractValue.Kind.LOCAL) {
      return List.of(origin);
    }
    List<AbstractValue> all = at(origin.index());
    if (!AbstractValue.BoundedSets.isAnyStored(all)) {
      return all;
    }
    List<AbstractValue> resolved = new ArrayList<>(all.size());
    addStored(origin, resolved);
    return resolved;
  }

  private void addStored(AbstractValue local, List<AbstractValue> resolved) {
    for (AbstractValue each : at(local.index())) {
      if (each.kind() == AbstractValue.Kind.LOCAL && each.index() >= FIRST_OWN_SLOT) {
        addStored(each, resolved);
      } else if (each.kind() == AbstractValue.Kind.WRAPPER) {
        AbstractValue.BoundedSets.add(resolved, unwrapped(each));
      } else {
        AbstractValue.BoundedSets.add(
            resolved, each.kind() == AbstractValue.Kind.LOCAL ? throughCopy(each) : each);
      }
    }
  }

  /** One copy of a local variable to another is followed. */
  private AbstractValue throughCopy(AbstractValue local) {
    List<AbstractValue> copied = at(local.index());
    return copied.size() == 1 && !AbstractValue.BoundedSets.isStored(copied.get(0))
        ? copied.get(0)
        : AbstractValue.UNKNOWN;
  }

  /** A stream in memory or of a file if it is around nothing else, or else the outer one. */
  private AbstractValue unwrapped(AbstractValue wrapper) {
    List<AbstractValue> inner = new ArrayList<>(1);
    boolean isLocal = addInner(wrapper.index(), new HashSet<>(), inner) && !inner.isEmpty();
    return isLocal ? inner.get(0) : AbstractValue.made(wrapper.type());
  }

  /** Whether all that is stored in a variable, and in what is around that, is such a stream. */
  private boolean addInner(int slot, Set<Integer> seen, List<AbstractValue> inner) {
    if (!seen.add(slot)) {
      return true;
    }
    List<AbstractValue> all = slot < stored.size() ? stored.get(slot) : null;
    for (AbstractValue each : slot >= FIRST_OWN_SLOT ? at(slot) : all == null ? UNKNOWN : all) {
      if (NonSocketStreams.JdkStreams.isLocal(each)) {
        inner.add(each);
      } else if (each.kind() != AbstractValue.Kind.NULL
          && !(AbstractValue.BoundedSets.isStored(each) && addInner(each.index(), seen, inner))) {
        return false;
      }
    }
    return true;
  }

  /**
   * A stream in memory or of a file, what one is made around of which the method does not tell
   * whether it is such a stream, or unknown.
   */
  private AbstractValue stream(AbstractValue origin) {
    Set<AbstractValue> ends = new HashSet<>();
    addEnds(origin, new HashSet<>(), ends);
    ends.remove(AbstractValue.NULL);
    boolean isLocal = ends.remove(NonSocketStreams.JdkStreams.ANY_LOCAL);
    if (ends.isEmpty()) {
      return isLocal ? NonSocketStreams.JdkStreams.ANY_LOCAL : AbstractValue.UNKNOWN;
    }
    return ends.size() == 1 ? ends.iterator().next() : AbstractValue.UNKNOWN;
  }

  private void addEnds(AbstractValue origin, Set<Integer> seen, Set<AbstractValue> ends) {
    if (!AbstractValue.BoundedSets.isStored(origin)) {
      boolean isParameter = origin.kind() == AbstractValue.Kind.PARAMETER && origin.index() > 0;
      boolean isEnd =
          isParameter
              || origin == AbstractValue.NULL
              || NonSocketStreams.JdkStreams.mayBeLocal(origin);
      ends.add(
          NonSocketStreams.JdkStreams.isLocal(origin)
              ? NonSocketStreams.JdkStreams.ANY_LOCAL
              : isEnd ? origin : AbstractValue.UNKNOWN);
    } else if (seen.add(origin.index())) {
      // Where exceptions are stored as well, the stream is never one of them.
      int slot = origin.index();
      List<AbstractValue> all =
          slot >= FIRST_OWN_SLOT ? at(slot) : slot < stored.size() ? stored.get(slot) : null;
      for (AbstractValue each : all == null ? UNKNOWN : all) {
        addEnds(each, seen, ends);
      }
    }
  }

  /** What is known by the end of the method, or parameters of the method itself. */
  private List<CallSite.KnownArgument> resolvedGiven(CallSite call, CodeReader reader) {
    if (call.given().isEmpty()) {
      return call.given();
    }
    CallShape shape = reader.shape(call.method().descriptor());
    List<CallSite.KnownArgument> resolved = new ArrayList<>(call.given().size());
    for (CallSite.KnownArgument given : call.given()) {
      int parameter = given.parameter() - 1;
      boolean isStream = parameter < 0 || shape.mayBeStream(parameter);
      AbstractValue value = isStream ? stream(given.value()) : decided(given.value());
      if (value != AbstractValue.UNKNOWN) {
        resolved.add(new CallSite.KnownArgument(given.parameter(), value));
      }
    }
    return reader.given(resolved);
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
    if (call.receivers().isEmpty() && call.arguments().isEmpty() && call.given().isEmpty()) {
      return call;
    }
    List<AbstractValue> receivers = resolved(call.receivers());
    return new CallSite(
        call.how(),
        call.method(),
        call.bci(),
        call.line(),
        AbstractValue.BoundedSets.areKnown(receivers) ? shared(receivers, reader) : List.of(),
        resolvedArguments(call.arguments(), reader),
        resolvedGiven(call, reader));
  }

  /** Empty if nothing is known of any. */
  private List<List<AbstractValue>> resolvedArguments(
      List<List<AbstractValue>> arguments, CodeReader reader) {
    if (arguments.isEmpty()) {
      return arguments;
    }
    boolean isKnown = false;
    List<List<AbstractValue>> resolved = new ArrayList<>(arguments.size());
    for (List<AbstractValue> argument : arguments) {
      List<AbstractValue> origins = resolved(argument);
      List<AbstractValue> objects =
          AbstractValue.BoundedSets.areObjects(origins) ? shared(origins, reader) : List.of();
      isKnown |= !objects.isEmpty();
      resolved.add(objects);
    }
    return isKnown ? List.copyOf(resolved) : List.of();
  }

  private static List<AbstractValue> shared(List<AbstractValue> origins, CodeReader reader) {
    return switch (origins.size()) {
      case 0 -> List.of();
      case 1 -> origins.get(0).equals(THIS) ? List.of() : reader.listOf(origins.get(0));
      default -> List.copyOf(origins);
    };
  }
}
