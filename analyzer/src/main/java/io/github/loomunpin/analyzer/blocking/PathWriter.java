// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.blocking.BlockingPath.Guess;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Step;
import io.github.loomunpin.analyzer.blocking.PathSearch.Reach;
import io.github.loomunpin.analyzer.calls.CallEdge;
import io.github.loomunpin.analyzer.calls.CallTargets;
import io.github.loomunpin.analyzer.calls.ClassSummary;
import io.github.loomunpin.analyzer.calls.Method;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.blocking.BlockingCall;
import io.github.loomunpin.rules.blocking.BlockingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps of a way that a search has found. */
final class PathWriter {

  private final PathSearch search;

  PathWriter(PathSearch search) {
    this.search = search;
  }

  BlockingPath path(Reach first) {
    List<Step> steps = new ArrayList<>();
    List<Guess> guesses = new ArrayList<>();
    Reach at = first;
    while (at.edge() != null) {
      steps.add(step(at.method(), at.edge().line()));
      guess(at.edge(), steps.size() - 1, guesses);
      at = at.rest();
    }
    steps.add(step(at.method(), -1));
    BlockingKind kind = kind(at.method());
    Optional<BlockingCall> operation = at.method().operation();
    String name = simple(at.method().ref().owner()) + "." + at.method().ref().name() + "()";
    if (operation.isEmpty()) {
      guesses.add(
          new Guess(
              Guess.Why.OPERATION,
              steps.size() - 1,
              "class files do not show whether the native code of " + name + " blocks"));
    } else if (!operation.get().isCertain()) {
      guesses.add(
          new Guess(
              Guess.Why.OPERATION,
              steps.size() - 1,
              "whether " + name + " blocks depends on the object"));
    }
    return new BlockingPath(kind, List.copyOf(steps), List.copyOf(guesses));
  }

  static BlockingKind kind(Reach way) {
    Reach at = way;
    while (at.edge() != null) {
      at = at.rest();
    }
    return kind(at.method());
  }

  static BlockingKind kind(Method operation) {
    return operation.operation().map(BlockingCall::kind).orElse(BlockingKind.NATIVE);
  }

  private static Step step(Method method, int line) {
    Library library = method.type().map(ClassSummary::library).orElse(Step.JDK);
    return new Step(
        library,
        owner(method),
        method.ref().name(),
        method.ref().descriptor(),
        method.type().map(ClassSummary::sourceFile).orElse(""),
        line);
  }

  /** What every class inherits is called on whatever static type the receiver has. */
  private static String owner(Method method) {
    return method
        .operation()
        .map(BlockingCall::owner)
        .filter("java/lang/Object"::equals)
        .orElse(method.ref().owner());
  }

  private void guess(CallEdge edge, int step, List<Guess> guesses) {
    String called = simple(edge.called().owner()) + "." + edge.called().name() + "()";
    CallTargets targets = edge.targets();
    switch (edge.via()) {
      case CALL, FUNCTION -> {
        if (targets.total() > 1 && !search.isSure(targets)) {
          guesses.add(
              new Guess(
                  Guess.Why.SEVERAL_TARGETS,
                  step,
                  called + " has " + targets.total() + " implementations"));
        }
      }
      case IMPLEMENTATION -> {}
      case CALLBACK, MAP_FUNCTION, TABLE_FUNCTION ->
          guesses.add(new Guess(Guess.Why.CALLBACK, step, called + " may run the function or not"));
      case NATIVE ->
          guesses.add(new Guess(Guess.Why.CALLBACK, step, "native code may call " + called));
      case PROXY ->
          guesses.add(
              new Guess(
                  Guess.Why.PROXY,
                  step,
                  called
                      + " may be that of a dynamic proxy, whose handler"
                      + " does other methods too"));
      case UNIMPLEMENTED ->
          guesses.add(
              new Guess(
                  Guess.Why.OUTSIDE,
                  step,
                  "nothing on the class path implements "
                      + simple(edge.called().owner())
                      + ", and what others make of "
                      + edge.called().name()
                      + "() may block"));
      case OPEN_WORLD ->
          guesses.add(
              new Guess(
                  Guess.Why.OUTSIDE,
                  step,
                  called + " runs what users of the code give it, which may block"));
      case INITIALIZER ->
          guesses.add(
              new Guess(
                  Guess.Why.FIRST_USE,
                  step,
                  simple(edge.called().owner()) + " may be initialized already"));
    }
  }

  private static String simple(String internalName) {
    return internalName.substring(internalName.lastIndexOf('/') + 1);
  }
}
