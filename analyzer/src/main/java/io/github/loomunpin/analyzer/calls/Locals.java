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
final class Locals {

  private static final Origin THIS = Origin.parameter(0);

  /** Code has no more than 65535 (JVMS §4.7.3). */
  private static final int FIRST_OWN_SLOT = 1 << 16;

  private static final int[] NO_FLAGS = {};

  private static final List<Origin> UNKNOWN = List.of(Origin.UNKNOWN);

  /** By slot; null where nothing is stored. */
  private final List<List<Origin>> stored = new ArrayList<>();

  /** Slots in which exceptions are stored, among other things. */
  private final BitSet caught = new BitSet(0);

  /** By slot the parameter that is a boolean; 0 where there is none. */
  private final int[] flags;

  /** Parameters that are booleans and have got another value. */
  private final BitSet changed = new BitSet(0);

  /** Of variables that the code does not have. */
  private final List<List<Origin>> own = new ArrayList<>(0);

  /** Those of a method that begins. */
  Locals(CallShape shape, int access) {
    if ((access & Opcodes.ACC_STATIC) == 0) {
      stored.add(origins(Origin.parameter(0)));
    }
    int[] found = NO_FLAGS;
    for (int i = 0; i < shape.parameters(); i++) {
      if (shape.isFlag(i)) {
        found = Arrays.copyOf(found, stored.size() + 1);
        found[stored.size()] = i + 1;
      }
      stored.add(shape.isReference(i) ? origins(Origin.parameter(i + 1)) : null);
      if (shape.isWide(i)) {
        stored.add(null);
      }
    }
    flags = found;
  }

  /** A parameter that is a boolean. */
  Origin flag(int slot) {
    return isFlag(slot) ? Origin.parameter(flags[slot]) : Origin.UNKNOWN;
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

  private static List<Origin> origins(Origin origin) {
    List<Origin> origins = new ArrayList<>(1);
    origins.add(origin);
    return origins;
  }

  void store(int slot, Origin origin) {
    while (slot >= stored.size()) {
      stored.add(null);
    }
    List<Origin> known = stored.get(slot);
    if (known == null) {
      stored.set(slot, origins(origin));
    } else {
      Origin.Origins.add(known, origin);
    }
  }

  /** An exception, which is no stream that others are wrapped around. */
  void storeCaught(int slot) {
    caught.set(slot);
  }

  /** What two branches leave on the stack, as if both had stored it in one local variable. */
  Origin either(Origin one, Origin other) {
    if (one == Origin.UNKNOWN || other == Origin.UNKNOWN) {
      return Origin.UNKNOWN;
    }
    if (one == Origin.NULL || other == Origin.NULL) {
      return one == Origin.NULL ? other : one;
    }
    own.add(List.of(one, other));
    return Origin.local(FIRST_OWN_SLOT + own.size() - 1);
  }

  /** The slot of a variable in which only this is stored. */
  int kept(Origin origin) {
    own.add(List.of(origin));
    return FIRST_OWN_SLOT + own.size() - 1;
  }

  private List<Origin> at(int slot) {
    if (slot >= FIRST_OWN_SLOT) {
      return own.get(slot - FIRST_OWN_SLOT);
    }
    List<Origin> known = slot < stored.size() ? stored.get(slot) : null;
    return known == null || caught.get(slot) ? UNKNOWN : known;
  }

  /** With what local variables stand for. */
  List<Origin> resolved(List<Origin> origins) {
    if (origins.isEmpty()) {
      return origins;
    }
    if (origins.size() == 1) {
      return Origin.Origins.isStored(origins.get(0)) ? resolved(origins.get(0)) : origins;
    }
    List<Origin> resolved = new ArrayList<>(origins.size());
    for (Origin origin : origins) {
      resolved(origin).forEach(each -> Origin.Origins.add(resolved, each));
    }
    return resolved;
  }

  /** A local variable is whatever is ever stored in it. */
  List<Origin> resolved(Origin origin) {
    if (origin.kind() == Origin.Kind.WRAPPER) {
      return List.of(unwrapped(origin));
    }
    if (origin.kind() != Origin.Kind.LOCAL) {
      return List.of(origin);
    }
    List<Origin> all = at(origin.index());
    if (!Origin.Origins.isAnyStored(all)) {
      return all;
    }
    List<Origin> resolved = new ArrayList<>(all.size());
    addStored(origin, resolved);
    return resolved;
  }

  private void addStored(Origin local, List<Origin> resolved) {
    for (Origin each : at(local.index())) {
      if (each.kind() == Origin.Kind.LOCAL && each.index() >= FIRST_OWN_SLOT) {
        addStored(each, resolved);
      } else if (each.kind() == Origin.Kind.WRAPPER) {
        Origin.Origins.add(resolved, unwrapped(each));
      } else {
        Origin.Origins.add(resolved, each.kind() == Origin.Kind.LOCAL ? throughCopy(each) : each);
      }
    }
  }

  /** One copy of a local variable to another is followed. */
  private Origin throughCopy(Origin local) {
    List<Origin> copied = at(local.index());
    return copied.size() == 1 && !Origin.Origins.isStored(copied.get(0))
        ? copied.get(0)
        : Origin.UNKNOWN;
  }

  /** A stream in memory or of a file if it is around nothing else, or else the outer one. */
  private Origin unwrapped(Origin wrapper) {
    List<Origin> inner = new ArrayList<>(1);
    boolean isLocal = addInner(wrapper.index(), new HashSet<>(), inner) && !inner.isEmpty();
    return isLocal ? inner.get(0) : Origin.made(wrapper.type());
  }

  /** Whether all that is stored in a variable, and in what is around that, is such a stream. */
  private boolean addInner(int slot, Set<Integer> seen, List<Origin> inner) {
    if (!seen.add(slot)) {
      return true;
    }
    List<Origin> all = slot < stored.size() ? stored.get(slot) : null;
    for (Origin each : slot >= FIRST_OWN_SLOT ? at(slot) : all == null ? UNKNOWN : all) {
      if (LocalStreams.Streams.isLocal(each)) {
        inner.add(each);
      } else if (each.kind() != Origin.Kind.NULL
          && !(Origin.Origins.isStored(each) && addInner(each.index(), seen, inner))) {
        return false;
      }
    }
    return true;
  }

  /**
   * A stream in memory or of a file, what one is made around of which the method does not tell
   * whether it is such a stream, or unknown.
   */
  private Origin stream(Origin origin) {
    Set<Origin> ends = new HashSet<>();
    addEnds(origin, new HashSet<>(), ends);
    ends.remove(Origin.NULL);
    boolean isLocal = ends.remove(LocalStreams.Streams.ANY_LOCAL);
    if (ends.isEmpty()) {
      return isLocal ? LocalStreams.Streams.ANY_LOCAL : Origin.UNKNOWN;
    }
    return ends.size() == 1 ? ends.iterator().next() : Origin.UNKNOWN;
  }

  private void addEnds(Origin origin, Set<Integer> seen, Set<Origin> ends) {
    if (!Origin.Origins.isStored(origin)) {
      boolean isParameter = origin.kind() == Origin.Kind.PARAMETER && origin.index() > 0;
      boolean isEnd =
          isParameter || origin == Origin.NULL || LocalStreams.Streams.mayBeLocal(origin);
      ends.add(
          LocalStreams.Streams.isLocal(origin)
              ? LocalStreams.Streams.ANY_LOCAL
              : isEnd ? origin : Origin.UNKNOWN);
    } else if (seen.add(origin.index())) {
      // Where exceptions are stored as well, the stream is never one of them.
      int slot = origin.index();
      List<Origin> all =
          slot >= FIRST_OWN_SLOT ? at(slot) : slot < stored.size() ? stored.get(slot) : null;
      for (Origin each : all == null ? UNKNOWN : all) {
        addEnds(each, seen, ends);
      }
    }
  }

  /** What is known by the end of the method, or parameters of the method itself. */
  private List<Call.Given> resolvedGiven(Call call, CodeReader reader) {
    if (call.given().isEmpty()) {
      return call.given();
    }
    CallShape shape = reader.shape(call.method().descriptor());
    List<Call.Given> resolved = new ArrayList<>(call.given().size());
    for (Call.Given given : call.given()) {
      int parameter = given.parameter() - 1;
      boolean isStream = parameter < 0 || shape.mayBeStream(parameter);
      Origin value = isStream ? stream(given.value()) : decided(given.value());
      if (value != Origin.UNKNOWN) {
        resolved.add(new Call.Given(given.parameter(), value));
      }
    }
    return reader.given(resolved);
  }

  /** A constant, a field that may be one, or a parameter that still is what it was. */
  private Origin decided(Origin value) {
    List<Origin> all = resolved(value);
    Origin only = all.size() == 1 ? all.get(0) : Origin.UNKNOWN;
    return switch (only.kind()) {
      case CONSTANT, FIELD -> only;
      case PARAMETER -> only.index() > 0 && !changed.get(only.index()) ? only : Origin.UNKNOWN;
      default -> Origin.UNKNOWN;
    };
  }

  /** A call with what was stored in local variables by the end of the method. */
  Call resolved(Call call, CodeReader reader) {
    if (call.receivers().isEmpty() && call.arguments().isEmpty() && call.given().isEmpty()) {
      return call;
    }
    List<Origin> receivers = resolved(call.receivers());
    return new Call(
        call.how(),
        call.method(),
        call.bci(),
        call.line(),
        Origin.Origins.areKnown(receivers) ? shared(receivers, reader) : List.of(),
        resolvedArguments(call.arguments(), reader),
        resolvedGiven(call, reader));
  }

  /** Empty if nothing is known of any. */
  private List<List<Origin>> resolvedArguments(List<List<Origin>> arguments, CodeReader reader) {
    if (arguments.isEmpty()) {
      return arguments;
    }
    boolean isKnown = false;
    List<List<Origin>> resolved = new ArrayList<>(arguments.size());
    for (List<Origin> argument : arguments) {
      List<Origin> origins = resolved(argument);
      List<Origin> objects =
          Origin.Origins.areObjects(origins) ? shared(origins, reader) : List.of();
      isKnown |= !objects.isEmpty();
      resolved.add(objects);
    }
    return isKnown ? List.copyOf(resolved) : List.of();
  }

  private static List<Origin> shared(List<Origin> origins, CodeReader reader) {
    return switch (origins.size()) {
      case 0 -> List.of();
      case 1 -> origins.get(0).equals(THIS) ? List.of() : reader.listOf(origins.get(0));
      default -> List.copyOf(origins);
    };
  }
}
