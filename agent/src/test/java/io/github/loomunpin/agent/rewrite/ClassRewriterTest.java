// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import static io.github.loomunpin.agent.rewrite.Rewritten.rewriting;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.sample.HasBlock;
import io.github.loomunpin.agent.rewrite.sample.HasHandles;
import io.github.loomunpin.agent.rewrite.sample.HasNativeLock;
import io.github.loomunpin.agent.rewrite.sample.HasNativeMethod;
import io.github.loomunpin.agent.rewrite.sample.HasNestedBlocks;
import io.github.loomunpin.agent.rewrite.sample.HasNewInBlock;
import io.github.loomunpin.agent.rewrite.sample.HasNothing;
import io.github.loomunpin.agent.rewrite.sample.HasReassignedParameters;
import io.github.loomunpin.agent.rewrite.sample.HasSerializableLambda;
import io.github.loomunpin.agent.rewrite.sample.HasStaticSynchronizedMethod;
import io.github.loomunpin.agent.rewrite.sample.HasSynchronizedMethod;
import io.github.loomunpin.agent.rewrite.sample.HasTernaryLock;
import io.github.loomunpin.agent.rewrite.sample.HasUndecidedBlock;
import io.github.loomunpin.agent.rewrite.sample.HasWaits;
import io.github.loomunpin.agent.rewrite.sample.RunsUndecidedBlocks;
import org.junit.jupiter.api.Test;

class ClassRewriterTest {

  @Test
  void class_without_sites_stays() {
    rewriting(HasNothing.class).isUntouched().rewritesSites(0);
  }

  @Test
  void block_becomes_calls_and_other_methods_stay() {
    rewriting(HasBlock.class).verifies().changesOnly("block").rewritesSites(1).matchesSnapshot();
  }

  @Test
  void nested_blocks_become_calls() {
    rewriting(HasNestedBlocks.class).verifies().rewritesSites(2).matchesSnapshot();
  }

  @Test
  void synchronized_method_becomes_a_block() {
    rewriting(HasSynchronizedMethod.class).verifies().changesOnly("method").matchesSnapshot();
  }

  @Test
  void static_synchronized_method_locks_the_class() {
    rewriting(HasStaticSynchronizedMethod.class).verifies().changesOnly("method").matchesSnapshot();
  }

  @Test
  void handler_of_a_synchronized_method_claims_no_parameters() {
    rewriting(HasReassignedParameters.class).verifies().matchesSnapshot();
  }

  @Test
  void undecided_block_exists_twice() {
    rewriting(HasUndecidedBlock.class)
        .verifies()
        .changesOnly("method")
        .rewritesSites(1)
        .matchesSnapshot();
  }

  @Test
  void block_on_one_of_two_objects_exists_twice() {
    rewriting(HasTernaryLock.class).verifies().rewritesSites(1).matchesSnapshot();
  }

  @Test
  void objects_under_construction_keep_their_place_in_each_copy() {
    rewriting(HasNewInBlock.class).verifies().rewritesSites(1);
  }

  @Test
  void objects_of_the_jdk_stay_native() {
    rewriting(HasNativeLock.class)
        .isUntouched()
        .leavesNative("the JDK locks java.util.Hashtable", 2);
  }

  @Test
  void subclasses_of_what_the_jdk_locks_stay_native() {
    String reason =
        HasNativeLock.Subclass.class.getName()
            + " extends java.util.Hashtable, which the JDK locks";
    rewriting(HasNativeLock.Subclass.class).isUntouched().leavesNative(reason, 2);
  }

  @Test
  void kept_classes_stay_native() {
    String name = HasBlock.class.getName();
    rewriting(HasBlock.class, name.replace('.', '/'))
        .isUntouched()
        .leavesNative(name + " is kept native", 1);
  }

  @Test
  void this_is_undecided_where_a_subclass_may_be_kept() {
    rewriting(HasBlock.class, "some/Subclass").verifies().changesOnly("block").rewritesSites(1);
  }

  @Test
  void waits_and_notifies_become_calls() {
    rewriting(HasWaits.class).verifies().rewritesSites(9).matchesSnapshot();
  }

  @Test
  void method_references_become_references_to_the_runtime() {
    rewriting(HasHandles.class).verifies().rewritesSites(5).matchesSnapshot();
  }

  @Test
  void serializable_lambda_stays_and_is_reported() {
    RewriteResult result = rewriting(HasSerializableLambda.class).isValid().result();

    assertThat(result.problems())
        .isNotEmpty()
        .allMatch(each -> each.contains("serializable lambda"));
  }

  @Test
  void native_method_gets_a_wrapper() {
    rewriting(HasNativeMethod.class).verifies().matchesSnapshot();
  }

  @Test
  void undecided_blocks_behave_as_before() {
    rewriting(RunsUndecidedBlocks.class).verifies().behavesAsBefore();
  }
}
