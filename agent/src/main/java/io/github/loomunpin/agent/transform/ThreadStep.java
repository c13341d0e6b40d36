// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.rewrite.ThreadResult;
import io.github.loomunpin.agent.rewrite.ThreadRewriter;
import io.github.loomunpin.agent.tell.ThreadTally;
import io.github.loomunpin.agent.visible.VisibleClasses;
import io.github.loomunpin.rules.classfile.Supertypes;
import io.github.loomunpin.rules.site.ClassFileProblem;
import io.github.loomunpin.rules.thread.ThreadRule;
import io.github.loomunpin.rules.thread.ThreadRules;
import java.util.Optional;

/**
 * Rewrites the places where the chosen classes make threads, before their monitors are rewritten:
 * it adds calls of a static method only, which have nothing to do with locking. Safe for any
 * thread.
 *
 * @param tally to count it there, and to tell of it; empty if neither is to be done
 */
record ThreadStep(VisibleClasses classes, ThreadRules rules, Optional<ThreadTally> tally)
    implements RewriteSteps.Step {

  @Override
  public OfferedClass apply(OfferedClass in) {
    Optional<ThreadRule> rule = rules.of(in.name());
    if (rule.isEmpty()) {
      return in;
    }
    try {
      ThreadResult result =
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
