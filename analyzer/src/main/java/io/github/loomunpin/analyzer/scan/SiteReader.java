// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.sight.SiteDecisions;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.UnreadableClassException;
import org.objectweb.asm.Opcodes;

/** Class files to sites with the agent's own decisions. Safe for any thread. */
public final class SiteReader {

  private static final int NEWEST_MAJOR = Opcodes.V27 & 0xFFFF;

  private final SiteDecisions decisions;
  private final SiteDecisions.OfApplication ofApplication;

  /**
   * @param jdk class files of the JDK the application runs on
   * @param application class files of the application
   */
  public SiteReader(ClassSource jdk, ClassSource application) {
    this(jdk, application, KeptNative.NONE);
  }

  /**
   * @param jdk class files of the JDK the application runs on
   * @param application class files of the application
   * @param kept what the agent was told to leave native
   */
  public SiteReader(ClassSource jdk, ClassSource application, KeptNative kept) {
    ClassIndex index = new ClassIndex(jdk, ClassSource.NONE);
    decisions = new SiteDecisions(index, new JdkMonitors(index, jdk, kept.jdk()));
    ofApplication = decisions.ofApplication(application, kept, kept.mayNameSubclasses());
  }

  /**
   * Whether a class file may have sites; a cheap look before {@link #read}. Yes as well to what
   * only {@code read} can judge: damage, and versions it does not know.
   */
  public static boolean mayHaveSites(byte[] classFile) {
    return ClassFilePeek.at(classFile).mayHaveSites() || majorVersion(classFile) > NEWEST_MAJOR;
  }

  /** For class files that are long enough to be one (JVMS §4.1). */
  private static int majorVersion(byte[] classFile) {
    return (classFile[6] & 0xFF) << 8 | classFile[7] & 0xFF;
  }

  /** What the agent does with an object that a library locks, by its exact class. */
  public Decision ofObject(String exactClass) {
    return ofApplication.ofObject(exactClass);
  }

  /** The sites of a class file of a library. */
  public ClassSites read(byte[] classFile, Library library) throws UnreadableClassException {
    return library.jdk() ? decisions.ofJdk(classFile) : ofApplication.of(classFile);
  }

  /** The sites of a class that an option or an agent added to a loader of the JDK. */
  public ClassSites readAdded(byte[] classFile, String internalName)
      throws UnreadableClassException {
    return decisions.ofAdded(classFile, internalName);
  }
}
