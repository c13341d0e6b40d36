// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.classfile.ClassFilePeek;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.mode.ModeRules;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteScanner;
import io.github.loomunpin.rules.site.UnreadableClassException;
import java.util.List;
import org.objectweb.asm.Opcodes;

/** Class files to sites with the agent's own decisions. Safe for any thread. */
public final class SiteReader {

  private static final Decision JDK_CODE =
      Decision.nativeBecause("the agent does not rewrite the JDK's own code");

  private static final int NEWEST_MAJOR = Opcodes.V27 & 0xFFFF;

  private final SiteScanner scanner;

  /**
   * @param jdk class files of the JDK the application runs on
   * @param application class files of the application
   */
  public SiteReader(ClassSource jdk, ClassSource application) {
    ClassIndex index = new ClassIndex(jdk, application);
    scanner = new SiteScanner(new ModeRules(index, new JdkMonitors(index, jdk), n -> false, false));
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

  /** The sites of a class file of a library. */
  public ClassSites read(byte[] classFile, Library library) throws UnreadableClassException {
    ClassSites found = scanner.scan(classFile);
    return library.jdk() ? withJdkDecisions(found) : found;
  }

  private static ClassSites withJdkDecisions(ClassSites found) {
    List<MonitorSite> sites = found.sites().stream().map(SiteReader::keptNative).toList();
    return new ClassSites(
        found.name(),
        found.superName(),
        found.interfaces(),
        found.sourceFile(),
        found.majorVersion(),
        sites);
  }

  private static MonitorSite keptNative(MonitorSite site) {
    return new MonitorSite(
        site.owner(),
        site.method(),
        site.descriptor(),
        site.kind(),
        site.bci(),
        site.line(),
        site.operand(),
        site.held(),
        JDK_CODE);
  }
}
