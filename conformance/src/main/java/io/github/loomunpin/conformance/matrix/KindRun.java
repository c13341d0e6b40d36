// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** All that is done with one kind of object by one kind of thread. */
final class KindRun {
  private final ObjectKind kind;
  private final boolean virtual;
  private final boolean isLong;
  private final Consumer<String> full;
  private final List<Way> ways = new ArrayList<>();

  /** Ways that do not lock the object they are given, but one that they make. */
  private final Set<Way> makers = new HashSet<>();

  private final List<String> odd = new ArrayList<>();
  private int asked;
  private int duels;
  private int hash;

  /**
   * @param isLong whether each way is asked by, and fights ways of, each type, not only by some
   * @param full gets every single result, null if nobody wants them
   */
  KindRun(ObjectKind kind, boolean virtual, boolean isLong, Consumer<String> full) {
    this.kind = kind;
    this.virtual = virtual;
    this.isLong = isLong;
    this.full = full;
    for (Ways type : kind.types()) {
      for (int i = 0; i < type.enters().size(); i++) {
        ways.add(new Way(type, i));
      }
    }
  }

  /**
   * What is the same with and without the agent, a line for each result that is not as it should
   * be.
   */
  List<String> outcome() throws Throwable {
    Thread asking = virtual ? Thread.ofVirtual().unstarted(this::askAll) : new Thread(this::askAll);
    asking.start();
    asking.join();
    fightAll();
    String name = (virtual ? "virtual " : "platform ") + kind.name();
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            "%s: %d types, %d ways, %d asked, %d duels, %d odd, %08x",
            name, kind.types().size(), ways.size(), asked, duels, odd.size(), hash));
    odd.forEach(line -> lines.add(name + ", odd: " + line));
    return lines;
  }

  private void askAll() {
    for (Way way : ways) {
      try {
        Object given = kind.make();
        Object[] locked = {given};
        way.enter(
            given,
            o -> {
              locked[0] = o;
              asking(way).forEach(type -> ask(way, o, type, "held"));
            });
        if (locked[0] != given) {
          makers.add(way);
        }
        asking(way).forEach(type -> ask(way, locked[0], type, "free"));
      } catch (Throwable e) {
        note(way::name, e.toString(), "");
      }
    }
  }

  /** All types in the long form and for some ways, and for all ways Object and one other type. */
  private Set<Ways> asking(Way way) {
    List<Ways> types = kind.types();
    return isLong || isOwn(way)
        ? new LinkedHashSet<>(types)
        : new LinkedHashSet<>(List.of(types.get(0), types.get(way.index() % types.size())));
  }

  private void ask(Way way, Object o, Ways asking, String expected) {
    for (int i = 0; i < asking.asks().size(); i++) {
      String ask = asking.asks().get(i);
      // Time passes in it; the waits that are interrupted at once are asked for everywhere.
      boolean isFirst = way.index() == 0 && way.ways() == asking && expected.equals("held");
      if (ask.startsWith("slow") && !isFirst) {
        continue;
      }
      asked++;
      note(() -> way.name() + " > " + asking.name() + "." + ask, answer(asking, i, o), expected);
    }
  }

  private static String answer(Ways asking, int ask, Object o) {
    try {
      return asking.ask(ask, o) ? "held" : "free";
    } catch (IllegalMonitorStateException e) {
      return "free, " + e.getMessage();
    } catch (InterruptedException e) {
      return "held, " + e.getMessage();
    } catch (InvocationTargetException e) {
      return switch (e.getCause()) {
        case IllegalMonitorStateException cause -> "free, reflected, " + cause.getMessage();
        case InterruptedException cause -> "held, reflected, " + cause.getMessage();
        default -> e.getCause().toString();
      };
    } catch (Throwable e) {
      return e.toString();
    }
  }

  private void fightAll() throws Throwable {
    List<Way> tried = ways.stream().filter(way -> !makers.contains(way)).toList();
    for (int i = 0; i < ways.size(); i++) {
      Way way = ways.get(i);
      if (isLong) {
        // Another one of each type each time.
        for (Ways type : kind.types()) {
          List<Way> others = tried.stream().filter(other -> other.ways() == type).toList();
          fightBoth(way, others.isEmpty() ? ways.get(0) : others.get((i * 7 + 3) % others.size()));
        }
      } else if (i % 5 == 0 || isOwn(way)) {
        fightBoth(way, ways.get(0));
        fight(way, tried.get((i * 7 + 3) % tried.size()));
      }
    }
  }

  private boolean isOwn(Way way) {
    return way.ways() == kind || way.ways().name().equals("own");
  }

  private void fightBoth(Way one, Way other) throws Throwable {
    fight(one, other);
    if (!makers.contains(one)) {
      fight(other, one);
    }
  }

  private void fight(Way held, Way tried) throws Throwable {
    duels++;
    String result = Duel.fight(virtual, held, tried, kind.make());
    note(() -> held.name() + " keeps out " + tried.name(), result, "excluded");
  }

  /** The questions come in the same order in every run, so a hash of the answers tells all. */
  private void note(Supplier<String> question, String answer, String expected) {
    hash = 31 * hash + answer.hashCode();
    boolean isOdd = expected.isEmpty() || !answer.startsWith(expected);
    if (isOdd || full != null) {
      String line = question.get() + " = " + answer;
      if (isOdd) {
        odd.add(line);
      }
      if (full != null) {
        full.accept(line);
      }
    }
  }
}
