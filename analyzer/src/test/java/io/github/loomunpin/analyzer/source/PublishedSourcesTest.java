// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The sites of the published libraries, read from their sources and from what javac 8 to 11 made of
 * these: class, method, descriptor and kind must be the same, and the line of all but methods.
 */
class PublishedSourcesTest {

  private static final Path JARS = Path.of(System.getProperty("published.jars"));
  private static final Path SOURCES = Path.of(System.getProperty("published.sources"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HikariCP-3.4.5",
        "spring-aop-5.3.0",
        "spring-beans-5.3.0",
        "spring-expression-5.3.0"
      })
  void sources_have_exactly_the_sites_of_the_classes(String library) {
    assertThat(differences(library)).isEmpty();
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tomcat-embed-core-9.0.38",
        "spring-data-commons-2.4.0",
        "spring-context-5.3.0",
        "spring-jdbc-5.3.0",
        "spring-tx-5.3.0",
        "spring-web-5.3.0",
        "spring-webmvc-5.3.0"
      })
  void so_have_those_of_all_libraries(String library) {
    assertThat(differences(library)).isEmpty();
  }

  @Test
  void pgjdbc_differs_where_javac_copies_code_and_by_a_class_of_another_library() {
    assertThat(differences("postgresql-42.2.16"))
        .containsExactly(
            // javac copies the code of finally for the case that something is thrown.
            "only in classes: org/postgresql/core/v3/QueryExecutorImpl.cancelCopy"
                + "(Lorg/postgresql/core/v3/CopyOperationImpl;)V BLOCK 978",
            "only in classes: org/postgresql/jdbc/PgStatement.cancel()V NOTIFY_ALL 911",
            "only in classes: org/postgresql/jdbc/PgStatement.internalExecuteBatch"
                + "()Lorg/postgresql/jdbc/BatchResultHandler; BLOCK 875",
            // The jar has a copy of the SCRAM library, whose sources are not in it.
            "only in classes: org/postgresql/shaded/com/ongres/scram/client/"
                + "ScramSession$ClientFinalProcessor.generateAndCacheAuthMessage([B)V SYNC_METHOD");
  }

  @Test
  @Tag("long")
  void spring_core_differs_by_a_class_of_another_library() {
    assertThat(differences("spring-core-5.3.0"))
        // The jar has a copy of CGLIB, whose sources are not in it.
        .containsExactly(
            "only in classes: org/springframework/cglib/core/ClassEmitter.getNextHook()I"
                + " STATIC_SYNC_METHOD");
  }

  @Tag("long")
  @Test
  void operands_of_tomcat_are_the_same_as_far_as_one_file_tells() {
    operands_are_the_same_as_far_as_one_file_tells("tomcat-embed-core-9.0.38");
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql-42.2.16", "HikariCP-3.4.5"})
  void operands_are_the_same_as_far_as_one_file_tells(String library) {
    Map<String, List<MonitorSite>> inSources = sites(SOURCES.resolve(library + "-sources.jar"));
    List<String> wrong = new ArrayList<>();
    sites(JARS.resolve(library + ".jar"))
        .forEach(
            (place, sites) -> {
              List<MonitorSite> others = inSources.getOrDefault(place, List.of());
              for (int i = 0; i < Math.min(sites.size(), others.size()); i++) {
                if (!agree(sites.get(i).operand(), others.get(i).operand())) {
                  wrong.add(
                      place
                          + ": "
                          + sites.get(i).operand().describe()
                          + " / "
                          + others.get(i).operand().describe());
                }
              }
            });

    assertThat(wrong).isEmpty();
  }

  private static boolean agree(Operand inClass, Operand inSource) {
    boolean sameName = simple(inClass.name()).equals(simple(inSource.name()));
    if (inSource.type().equals("?")) {
      // A field or method that another file declares, or several values that the text tells apart
      // no more than the bytecode.
      return inSource.kind() == inClass.kind() && sameName;
    }
    // The data flow sees through a variable that is set where it is declared and nowhere else; one
    // that is set later has no other origin than its type in the source.
    boolean isSetLater = inSource.kind() == Kind.UNKNOWN;
    return isSetLater || inClass.describe().equals(inSource.describe());
  }

  private static String simple(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static List<String> differences(String library) {
    Map<String, List<MonitorSite>> inClasses = sites(JARS.resolve(library + ".jar"));
    Map<String, List<MonitorSite>> inSources = sites(SOURCES.resolve(library + "-sources.jar"));
    assertThat(inSources).isNotEmpty();
    List<String> differences = new ArrayList<>();
    more(inClasses, inSources, "only in classes: ", differences);
    more(inSources, inClasses, "only in sources: ", differences);
    return differences;
  }

  private static void more(
      Map<String, List<MonitorSite>> here,
      Map<String, List<MonitorSite>> there,
      String prefix,
      List<String> differences) {
    here.forEach(
        (place, sites) -> {
          for (int i = there.getOrDefault(place, List.of()).size(); i < sites.size(); i++) {
            differences.add(prefix + place);
          }
        });
  }

  /** To parse a library takes seconds. */
  private static final Map<Path, Map<String, List<MonitorSite>>> READ = new HashMap<>();

  private static Map<String, List<MonitorSite>> sites(Path archive) {
    return READ.computeIfAbsent(archive, PublishedSourcesTest::read);
  }

  private static Map<String, List<MonitorSite>> read(Path archive) {
    ScanResult result =
        LibraryScanner.countingOnly(ReadOptions.DEFAULT).scan(List.of(archive.toString()));
    assertThat(result.incomplete()).isEmpty();
    Map<String, List<MonitorSite>> sites = new TreeMap<>();
    result.libraries().stream()
        .flatMap(found -> found.sites().stream())
        .flatMap(type -> type.sites().stream())
        .forEach(site -> sites.computeIfAbsent(place(site), place -> new ArrayList<>()).add(site));
    return sites;
  }

  private static String place(MonitorSite site) {
    String place = site.owner() + "." + site.method() + site.descriptor() + " " + site.kind();
    boolean isMethod = site.kind().name().endsWith("METHOD");
    return isMethod ? place : place + " " + site.line();
  }
}
