// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.unoffered;

import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.agent.transform.MonitorTransformer;
import io.github.loomunpin.agent.transform.TrialLoader;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reports rewritten classes that the JVM does not verify. That happens when a class is linked, in
 * the midst of the application, and no loader hears of it.
 */
final class Verification {

  /** More classes that fail are nobody's mistake but a program's that makes them. */
  private static final int MOST = 1000;

  private static final String LOCATION = "Location:\n";
  private static final String CLASS = "(class: ";

  private final MonitorTransformer transformer;

  /** The JDK's own application class loader, of whose classes there are files. */
  private final Optional<ClassLoader> application;

  private final Outcome outcome;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  Verification(MonitorTransformer transformer, Outcome outcome) {
    this.transformer = transformer;
    this.application = transformer.classes().application();
    this.outcome = outcome;
  }

  /**
   * Called where a {@link VerifyError} is made.
   *
   * @param message HotSpot's; null if there is none
   */
  void failed(String message) {
    String name = message == null ? "" : classIn(message);
    if (OwnThreads.isCurrent()
        || !transformer.defined().isRewritten(name)
        || told.size() == MOST
        || !told.add(name)) {
      return;
    }
    String reason = message.substring(0, (message + "\n").indexOf('\n'));
    // This thread may have little stack, and is in the midst of linking.
    if (OwnThreads.run(new Trial(name, reason), OwnThreads.LONG_MILLIS) != Job.End.DONE) {
      tellDoubt(name, reason);
    }
  }

  /** The internal name in a message of either verifier of HotSpot, or nothing. */
  static String classIn(String message) {
    int location = message.indexOf(LOCATION);
    if (location >= 0) {
      String rest = message.substring(location + LOCATION.length()).stripLeading();
      return rest.substring(0, Math.max(rest.indexOf('.'), 0));
    }
    int old = message.indexOf(CLASS);
    int end = message.indexOf(',', Math.max(old, 0));
    return old < 0 || end < 0 ? "" : message.substring(old + CLASS.length(), end);
  }

  /** Finds out whose fault it is, where the class file can be had without asking a loader. */
  private final class Trial extends Job<Void> {

    private final String name;
    private final String reason;

    Trial(String name, String reason) {
      this.name = name;
      this.reason = reason;
    }

    @Override
    protected Void work() {
      if (application.isEmpty() || !transformer.defined().isRewritten(application.get(), name)) {
        tellDoubt(name, reason);
      } else {
        compare(application.get());
      }
      return null;
    }

    private void compare(ClassLoader loader) {
      Optional<byte[]> original = transformer.classes().classFile(loader, name);
      Optional<byte[]> rewritten = original.flatMap(file -> transformer.tryOut(loader, file));
      if (rewritten.isEmpty()) {
        tellDoubt(name, reason);
      } else if (!TrialLoader.failsToVerify(loader, original.get())) {
        if (TrialLoader.failsToVerify(loader, rewritten.get())) {
          outcome.unsafe(
              name.replace('/', '.')
                  + " cannot be used, because the JVM does not verify what the agent made of it ("
                  + reason
                  + "); please report it");
        } else {
          tellDoubt(name, reason);
        }
      }
    }
  }

  private void tellDoubt(String name, String reason) {
    outcome.unsafe(
        name.replace('/', '.')
            + " cannot be used, because the JVM does not verify it ("
            + reason
            + "), and the agent has rewritten it; unless that happens without the agent as well,"
            + " please report it");
  }
}
