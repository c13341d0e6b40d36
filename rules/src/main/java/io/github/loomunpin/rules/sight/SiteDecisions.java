// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.mode.AddedCodeRules;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.JdkCodeRules;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.ModeAnswers;
import io.github.loomunpin.rules.mode.ModeQuestions;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.SiteScanner;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.util.function.Predicate;

/**
 * Finds the sites of class files, and what the agent decides on them, for reports and the live
 * agent, which rewrite nothing by it. Safe for any thread.
 */
public final class SiteDecisions {

  private final ClassIndex jdk;
  private final JdkMonitors monitors;
  private final ModeQuestions jdkAnswers;
  private final SiteScanner jdkScanner;

  /**
   * @param jdk the classes of a JDK, without an application
   */
  public SiteDecisions(ClassIndex jdk, JdkMonitors monitors) {
    this.jdk = jdk;
    this.monitors = monitors;
    this.jdkAnswers = ModeAnswers.ofJdk(jdk, monitors);
    this.jdkScanner = new SiteScanner(JdkCodeRules.telling(jdkAnswers, monitors));
  }

  /** The sites of a class of the JDK. */
  public ClassSites ofJdk(byte[] classFile) throws UnreadableClassException {
    return jdkScanner.scan(classFile);
  }

  /** The sites of a class that an option or an agent added to a loader of the JDK. */
  public ClassSites ofAdded(byte[] classFile, String internalName) throws UnreadableClassException {
    return new SiteScanner(new AddedCodeRules(jdkAnswers, internalName)).scan(classFile);
  }

  /**
   * For the code of an application.
   *
   * @param application class files that it sees
   * @param kept internal names whose objects (and those of subclasses) stay native
   * @param maySubclassesBeKept whether {@code kept} may hold for a subclass of a class for which it
   *     does not hold
   */
  public OfApplication ofApplication(
      ClassSource application, Predicate<String> kept, boolean maySubclassesBeKept) {
    ModeQuestions answers =
        new ModeAnswers(jdk.withApplication(application), monitors, kept, maySubclassesBeKept);
    ModeRules rules = new ModeRules(answers);
    return new OfApplication(
        new SiteScanner(rules),
        new FieldGetters(application),
        new FieldsOfNew(application, rules),
        rules);
  }

  /** Finds the sites of an application's classes. */
  public static final class OfApplication {

    private final SiteScanner scanner;
    private final FieldGetters getters;
    private final FieldsOfNew fields;
    private final ModeRules rules;

    private OfApplication(
        SiteScanner scanner, FieldGetters getters, FieldsOfNew fields, ModeRules rules) {
      this.scanner = scanner;
      this.getters = getters;
      this.fields = fields;
      this.rules = rules;
    }

    /** What happens to an object, by the internal name of its exact class. */
    public Decision ofObject(String exactClass) {
      return rules.ofObject(exactClass);
    }

    /** The sites of a class of the application. */
    public ClassSites of(byte[] classFile) throws UnreadableClassException {
      return scanner
          .scan(classFile)
          .map(getters::seenThrough)
          .map(site -> fields.decided(site, getters.field(site)));
    }
  }
}
