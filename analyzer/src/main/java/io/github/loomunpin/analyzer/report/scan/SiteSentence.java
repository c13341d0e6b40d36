// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Guess;
import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.report.shared.HazardWords;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.PathText;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.stream.Collectors;

/** What a code host says beside a line with a site. */
final class SiteSentence {

  private SiteSentence() {}

  static String of(ScannedSite found) {
    return SiteWords.method(found.site())
        + " ("
        + SiteWords.construct(found.site())
        + ") "
        + found.grade().text()
        + found.path().map(SiteSentence::reason).orElse(".")
        + " "
        + sentence(JavaNames.agent(found));
  }

  static String of(Hazard hazard) {
    return HazardWords.summary(hazard)
        + ": "
        + JavaNames.of(hazard.owner())
        + "."
        + hazard.method()
        + reason(hazard.path());
  }

  /** What follows the statement that something blocks. */
  static String reason(BlockingPath path) {
    String guesses =
        path.guesses().isEmpty()
            ? ""
            : " ("
                + path.guesses().stream().map(Guess::text).collect(Collectors.joining("; "))
                + ")";
    return ": it "
        + path.kind().text()
        + " by "
        + String.join(" > ", PathText.names(path))
        + guesses
        + ".";
  }

  private static String sentence(String clause) {
    return Character.toUpperCase(clause.charAt(0)) + clause.substring(1) + ".";
  }

  /** The source file as its package and name tell, below the root of its library's sources. */
  static String file(String owner, String sourceFile) {
    String folder = owner.substring(0, owner.lastIndexOf('/') + 1);
    return sourceFile.isEmpty() ? owner + ".class" : folder + sourceFile;
  }
}
