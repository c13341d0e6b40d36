// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.OfflineInstrumentationAccessGenerator;

/**
 * An artifact's classes with JaCoCo's probes, put in before and after the rewriting, as its agent
 * does when it is named before and after this one.
 */
final class Instrumented {

  private final Instrumenter jacoco = new Instrumenter(new OfflineInstrumentationAccessGenerator());
  private final Corpus corpus;
  private final Counts counts;

  Instrumented(Corpus corpus, Counts counts) {
    this.corpus = corpus;
    this.counts = counts;
  }

  /** What was accepted when instrumented must be when rewritten as well, in either order. */
  void check(ArtifactJar jar) {
    ArtifactClasses first = new ArtifactClasses(jar, corpus, counts, this::instrumented);
    first.rewrite();
    LinkCheck link =
        new LinkCheck(
            new CorpusLoader(first.original()), new CorpusLoader(first.rewritten()), counts);
    TableCheck tables = new TableCheck(counts);
    for (ChangedClass changed : first.changed()) {
      link.check(changed);
      tables.check(changed);
    }

    ArtifactClasses last = new ArtifactClasses(jar, corpus, new Counts());
    last.rewrite();
    Map<String, byte[]> probed = new HashMap<>();
    last.changed().forEach(c -> probed.put(c.name(), instrumented(c.after().bytes())));
    CorpusLoader after =
        new CorpusLoader(
            name -> Optional.ofNullable(probed.get(name)).or(() -> last.original().bytes(name)));
    LinkCheck linkLast = new LinkCheck(new CorpusLoader(first.original()), after, counts);
    last.changed().forEach(linkLast::check);
  }

  private byte[] instrumented(byte[] bytes) {
    try {
      byte[] probed = jacoco.instrument(bytes, "a class");
      counts.add(Count.INSTRUMENTED);
      return probed;
    } catch (IOException | RuntimeException e) {
      // JaCoCo leaves such a class as it is.
      return bytes;
    }
  }
}
