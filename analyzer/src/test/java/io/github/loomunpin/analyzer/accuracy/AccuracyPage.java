// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.accuracy;

import io.github.loomunpin.analyzer.accuracy.Jars.Holder;
import io.github.loomunpin.analyzer.blocking.BlockingPath;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Step;
import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes docs/evidence/accuracy.md: what the grades say of monitors that are known to matter. */
public final class AccuracyPage {

  private final StringBuilder page = new StringBuilder();
  private final Jars jars;

  private AccuracyPage(Jars jars) {
    this.jars = jars;
  }

  /** With no arguments the artifacts needed, one a line; else a folder with them, and the page. */
  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      Jars.artifacts().forEach(System.out::println);
      return;
    }
    AccuracyPage made = new AccuracyPage(new Jars(Path.of(args[0])));
    made.write();
    Files.writeString(Path.of(args[1]), made.page);
  }

  private void write() {
    page.append(
        """
        # Accuracy

        What `analyzer scan` says of monitors that are known to matter, from two sides: holders that recordings name, and monitors
        that the maintainers of a library converted. `tools/accuracy` makes this page from jars of Maven Central, and
        `analyzer/src/test/resources/accuracy` says which.

        ## Holders in recordings

        Each frame held a monitor while a virtual thread was pinned on JDK 21. The library was scanned alone.

        | program | holder | grade | path |
        |---|---|---|---|
        """);
    List<Holder> holders = Jars.holders();
    long graded = holders.stream().filter(this::holder).count();
    page.append("\n%d of %d were graded.%n".formatted(graded, holders.size()));
    page.append(
        """

        ## Conversions by maintainers

        A lock is what sites share as far as bytecode tells; one with fewer sites in the newer version was converted. It is *graded* if
        one of its sites blocks or may block. *At risk* are sites that block, may block, or wait behind one that blocks.

        """);
    PairTable pairs = new PairTable(jars, Jars.pairs());
    page.append(pairs.text());
    page.append(
        """
        The maintainers of the first four converted every monitor, needed or not; those of the others only some, so that a lock which
        blocks and was left alone says nothing against its grade.

        ## Conversions that were not used for tuning

        The rules by which calls are followed were made with the libraries above in view. These were scanned when that was done. Of the
        catalogue, the lines about closing statements and sockets, and about listeners of pooled connections, were added because of what
        they showed; without those, and without Kafka Streams on the class path of spring-kafka, 43 were graded at first (86 %). The maintainers
        of the first four converted every monitor.

        """);
    PairTable unseen = new PairTable(jars, Jars.unseenPairs());
    page.append(unseen.text());
    page.append(
        """

        ## Conversions that were looked at last

        These were scanned after all that. Of the catalogue, the lines about logins were added because of what they showed; without
        those, 36 were graded at first (86 %). spring-integration-core is scanned with its module for databases: alone it has interfaces with
        nothing behind them. All but the maintainers of the last converted every monitor, or nearly every one.

        """);
    PairTable latest = new PairTable(jars, Jars.latestPairs());
    page.append(latest.text());
    page.append(
        """

        ## Conversions that showed what callbacks are

        When these were first scanned, 25 of 33 were graded (76 %). Because of what they and the misses above showed, three guesses are
        allowed in up to eight calls, and code that whoever uses a library gives it is a reason for *may block*: an interface that nothing
        on the class path implements, and a function that a method or a field is given. So they say nothing any more of libraries that
        nobody has looked at. spring-data-redis is scanned with both clients that it can use. The maintainers of jedis converted every
        monitor that was there, the others some.

        """);
    PairTable blind = new PairTable(jars, Jars.blindPairs());
    page.append(blind.text());
    page.append(
        """

        ## Conversions for which nothing was changed

        These were first scanned after that, with the libraries that they need, and neither rules nor catalogue were touched because of what
        they showed. Those that log4j-core can do without were not given (Disruptor, JavaMail, JMS, JeroMQ), and five of its eight misses are
        calls of them. The maintainers of the first four converted or removed every monitor, or nearly every one.

        """);
    PairTable fixed = new PairTable(jars, Jars.fixedPairs());
    page.append(fixed.text());
    page.append(
        """

        ## Converted and not graded

        | library | lock | why |
        |---|---|---|
        """);
    page.append(pairs.misses())
        .append(unseen.misses())
        .append(latest.misses())
        .append(blind.misses())
        .append(fixed.misses());
    page.append(
        """

        ## What is not followed

        A site is short if no path was found. These paths are not looked for, because following them all grades half of the sites of
        an application, nearly all of them wrongly:

        * more than ten calls, from the one under the monitor to the one that blocks, or twenty if nothing is guessed;
        * a call with more than three implementations that do not only pass it on, unless half of them block;
        * more than three guesses, or three in more than eight calls;
        * code that is given to a library, more than two calls away; a function that a parameter is,
          but in the method that has the parameter and the monitor; and interfaces that something on the class path implements, unless
          they have one method and what runs is given one, in a field, as a parameter, or captured;
        * what a function does that is kept in a collection or an array, or given to what runs it later or only perhaps: comparators,
          completion stages, thread locals, streams that are ended elsewhere than they are made;
        * what the JDK calls of an object that it is given, such as `toString`, `hashCode`, `compareTo` and `writeObject`, and calls of the
          JDK's own interfaces that are no functions, unless they are known to block, or iterate or close an object that the code tells;
        * the first use of a class in a method that is called under a monitor, and the initializers of its superclasses (an initializer
          that blocks is among what else pins);
        * reflection, method handles, foreign functions, and classes that are made at run time, except dynamic proxies of interfaces
          of the program, if the code that makes them names these and the handler;
        * classes of which no code on the class path makes an instance, if others use their library, unless they are public with a
          public constructor without parameters, have an annotation that code can see at run time, or are providers of a service; beside
          libraries that use each other, also those classes of an unused one that no code elsewhere can make, and abstract ones that none
          extends;
        * classes that were not given, which the result names.

        Files, consoles and writers of text block the carrier with and without a monitor, or for a moment, and are no reason for a
        grade; nor are what loads classes or reads what a `URL` names, which is mostly a resource of the class path, unless the code has an
        `HttpURLConnection`.

        Nor is a method said to wait *behind* one of a class that its own extends, or that extends its own, although both may lock one
        object.
        """);
  }

  private boolean holder(Holder holder) {
    ScanResult result = jars.scan(List.of(holder.artifact()));
    List<Verdict> verdicts =
        Jars.sites(result, jars.file(holder.artifact()))
            .filter(site -> site.owner().equals(holder.type()))
            .filter(site -> site.method().equals(holder.method()))
            .flatMap(site -> result.verdicts().of(site).stream())
            .sorted((one, other) -> one.grade().compareTo(other.grade()))
            .toList();
    Optional<Verdict> worst = verdicts.stream().findFirst();
    page.append(
        "| %s | `%s.%s` of %s | %s | %s |%n"
            .formatted(
                holder.program(),
                simple(holder.type()),
                holder.method(),
                name(holder.artifact()),
                worst.map(verdict -> verdict.grade().text()).orElse("no site"),
                worst.flatMap(Verdict::path).map(AccuracyPage::path).orElse("")));
    return worst.filter(verdict -> verdict.grade().hasBlockingPath()).isPresent();
  }

  private static String path(BlockingPath path) {
    return path.steps().stream()
        .map(AccuracyPage::step)
        .collect(Collectors.joining(" → ", "`", "`"));
  }

  private static String step(Step step) {
    return simple(step.owner()) + "." + step.method();
  }

  private static String simple(String internalName) {
    return internalName.substring(internalName.lastIndexOf('/') + 1);
  }

  private static String artifact(String name) {
    return name.substring(name.indexOf(':') + 1);
  }

  private static String name(String artifact) {
    return artifact(artifact).replace(':', ' ');
  }
}
