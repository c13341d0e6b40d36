// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.cache.RewriteCache;
import io.github.loomunpin.agent.rewrite.ClassRewriter;
import io.github.loomunpin.agent.rewrite.DefinedShape;
import io.github.loomunpin.agent.rewrite.PlainObjects;
import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.agent.rewrite.ThreadRewriter;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.tell.ThreadTally;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.classfile.Supertypes;
import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.mode.ReplacedObjectRules;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.site.ClassFileProblem;
import io.github.loomunpin.rules.thread.ThreadRule;
import io.github.loomunpin.rules.thread.ThreadRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The steps that a class file goes through, each of which makes one class file of another:
 *
 * <ol>
 *   <li>{@link ThreadStep}, where the options ask for it: threads that become virtual. First, since
 *       what it adds has nothing to do with locking, and the cache knows nothing of it;
 *   <li>{@link PlainObjectStep}, where the options keep classes native: the plain objects that
 *       their code makes;
 *   <li>{@link MonitorStep}: monitors, from the cache or by the rewriter;
 *   <li>the dump, where the options ask for it: of what went in, and of what came out.
 * </ol>
 *
 * <p>What they make of a class is counted and told, unless the class is only tried. Whatever goes
 * wrong is thrown. Safe for any thread.
 */
final class RewriteSteps {

  /** Makes the next class file; returns its input where it changes nothing. */
  interface Step {
    OfferedClass apply(OfferedClass in);
  }

  private final VisibleClasses classes;
  private final AgentOptions options;
  private final Outcome outcome;

  private final List<Step> counted = new ArrayList<>();
  private final List<Step> uncounted = new ArrayList<>();
  private final Step monitorsUncounted;
  private final PlainObjectStep plainObjects;

  /** Whether there is a step for classes that have no part in locking. */
  private final boolean looksAtAll;

  RewriteSteps(VisibleClasses classes, RewriteCache cache, AgentOptions options, Outcome outcome) {
    this.classes = classes;
    this.options = options;
    this.outcome = outcome;
    this.monitorsUncounted = new MonitorStep(classes, cache, Optional.empty());
    this.plainObjects = new PlainObjectStep(options.keptNative());
    if (outcome.threads().isPresent()) {
      ThreadRules rules =
          ThreadRules.of(options.threads().get().known(), options.threads().get().globs());
      counted.add(new ThreadStep(classes, rules, outcome.threads()));
      uncounted.add(new ThreadStep(classes, rules, Optional.empty()));
    }
    looksAtAll = outcome.threads().isPresent() || options.keptNative().mayNameSubclasses();
    if (options.keptNative().mayNameSubclasses()) {
      counted.add(plainObjects);
      uncounted.add(plainObjects);
    }
    counted.add(new MonitorStep(classes, cache, Optional.of(outcome)));
    uncounted.add(monitorsUncounted);
    if (options.dump().isPresent()) {
      counted.add(
          new Step() {
            @Override
            public OfferedClass apply(OfferedClass in) {
              Dump.write(options.dump().get(), in.name(), in.original(), after(in), outcome);
              return in;
            }
          });
    }
  }

  /**
   * The class file of a class that is being defined.
   *
   * @return null if there is nothing to rewrite, and on a dry run
   */
  byte[] define(OfferedClass in) {
    if (!in.isHidden()) {
      if (!in.peek().isReadable() && TrialLoader.isRefused(in.bytes())) {
        return null; // or what is damaged might be made whole
      }
      noteDefinition(in);
    }
    outcome.seen();
    classes.nativeClasses().see(in.name());
    if (!looksAtAll && !in.peek().mayNeedRewriting()) {
      return null; // as for most classes
    }
    OfferedClass out = through(counted, in);
    return out.isChanged() && options.mode() == AgentOptions.Mode.REWRITE ? out.bytes() : null;
  }

  /**
   * Notes what a class is defined with, by which all code decides from now on, and reports it if
   * code may have been rewritten by another class file of that name.
   */
  void noteDefinition(OfferedClass in) {
    Optional<String> problem = classes.define(in.facts(), in.loader());
    if (problem.isPresent()) {
      outcome.unsafe(problem.get());
    }
  }

  /** The class file after all steps, without counting it; empty if no step changes it. */
  Optional<byte[]> tryOut(OfferedClass in) {
    return after(through(uncounted, in));
  }

  /** The class file whose plain objects are replaced where the options keep the class native. */
  OfferedClass withPlainObjectsReplaced(OfferedClass in) {
    return plainObjects.apply(in);
  }

  /** Whether a class has monitors that would be rewritten. */
  boolean hasSites(OfferedClass in) {
    return monitorsUncounted.apply(in).isChanged();
  }

  private static OfferedClass through(List<Step> steps, OfferedClass in) {
    OfferedClass at = in;
    for (int i = 0; i < steps.size(); i++) {
      at = steps.get(i).apply(at);
    }
    return at;
  }

  private static Optional<byte[]> after(OfferedClass out) {
    return out.isChanged() ? Optional.of(out.bytes()) : Optional.empty();
  }

  /**
   * Rewrites the places where the chosen classes make threads, before their monitors are rewritten:
   * it adds calls of a static method only, which have nothing to do with locking. Safe for any
   * thread.
   *
   * @param tally counts and reports the places; empty if nothing is to be counted or reported
   */
  private record ThreadStep(VisibleClasses classes, ThreadRules rules, Optional<ThreadTally> tally)
      implements Step {

    @Override
    public OfferedClass apply(OfferedClass in) {
      Optional<ThreadRule> rule = rules.of(in.name());
      if (rule.isEmpty()) {
        return in;
      }
      try {
        ThreadRewriter.Result result =
            ThreadRewriter.rewrite(in.bytes(), rule.get(), new Supertypes(in.seen(classes)));
        if (tally.isPresent()) {
          tally.get().add(result);
        }
        return result.bytes().isPresent() ? in.with(result.bytes().get()) : in;
      } catch (RuntimeException e) {
        if (tally.isPresent()) {
          tally.get().failed(in.name(), ClassFileProblem.describe(in.bytes(), e));
        }
        return in;
      }
    }
  }

  /** Plain objects that a class makes whose objects the options keep native become native too. */
  private record PlainObjectStep(KeptNative kept) implements Step {

    @Override
    public OfferedClass apply(OfferedClass in) {
      if (!kept.test(in.name())) {
        return in;
      }
      Optional<byte[]> changed = PlainObjects.keptNative(in.bytes());
      return changed.isPresent() ? in.with(changed.get()) : in;
    }
  }

  /**
   * Monitors become calls of the runtime.
   *
   * @param outcome to count it there; empty if it is not to be counted
   */
  private record MonitorStep(VisibleClasses classes, RewriteCache cache, Optional<Outcome> outcome)
      implements Step {

    @Override
    public OfferedClass apply(OfferedClass in) {
      if (!in.peek().mayNeedRewriting()) {
        return in;
      }
      RewriteResult result =
          in.shape() == DefinedShape.NONE
              ? cache.rewrite(
                  in.peek().name(),
                  in.bytes(),
                  in.seen(classes),
                  new RewriteCache.Rewriting() {
                    @Override
                    public RewriteResult rewrite(ModeQuestions seen) {
                      return anew(in, seen);
                    }
                  })
              : anew(in, in.seen(classes));
      if (outcome.isPresent()) {
        outcome.get().add(result);
      }
      return result.bytes().isPresent() ? in.with(result.bytes().get()) : in;
    }

    private static RewriteResult anew(OfferedClass in, ModeQuestions seen) {
      return new ClassRewriter(new ReplacedObjectRules(seen), in.shape())
          .rewrite(in.bytes(), in.peek());
    }
  }
}
