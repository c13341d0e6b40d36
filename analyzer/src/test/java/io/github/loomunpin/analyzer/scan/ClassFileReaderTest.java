// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import static io.github.loomunpin.analyzer.TestArchives.bytesOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.calls.CodeReader;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.analyzer.samples.HasSynchronizedMethods;
import io.github.loomunpin.analyzer.samples.HasWait;
import io.github.loomunpin.analyzer.scan.ClassFileReader.ClassFound;
import io.github.loomunpin.rules.blocking.BlockingCalls;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import io.github.loomunpin.rules.site.UnreadableClassException;
import org.junit.jupiter.api.Test;

class ClassFileReaderTest {

  private static final Library OLD = new Library("waiting", "2.0", "waiting-2.0.jar", false);
  private static final Library NEW = new Library("waiting", "2.1", "waiting-2.1.jar", false);

  private final JdkClasses jdk = new JdkClasses();
  private final ClassFileReader reader =
      new ClassFileReader(
          new SiteReader(jdk, ClassSource.NONE), new CodeReader(BlockingCalls.load(), jdk), true);

  @Test
  void reads_a_class_file_once_that_two_versions_have() throws UnreadableClassException {
    ClassFound old = reader.read("a/A.class", bytesOf(HasWait.class), OLD);

    ClassFound found = reader.read("a/A.class", bytesOf(HasWait.class), NEW);

    assertThat(found.sites().orElseThrow()).isSameAs(old.sites().orElseThrow());
    assertThat(found.code().orElseThrow().methods()).isSameAs(old.code().orElseThrow().methods());
    assertThat(old.code().orElseThrow().library()).isEqualTo(OLD);
    assertThat(found.code().orElseThrow().library()).isEqualTo(NEW);
  }

  @Test
  void reads_another_class_file_at_the_same_place() throws UnreadableClassException {
    ClassFound old = reader.read("a/A.class", bytesOf(HasWait.class), OLD);

    ClassFound found = reader.read("a/A.class", bytesOf(HasSynchronizedMethods.class), NEW);

    assertThat(found.sites().orElseThrow()).isNotEqualTo(old.sites().orElseThrow());
  }

  @Test
  void reads_equal_class_files_at_two_places_twice() throws UnreadableClassException {
    ClassFound one = reader.read("a/A.class", bytesOf(HasWait.class), OLD);

    ClassFound other = reader.read("b/A.class", bytesOf(HasWait.class), OLD);

    assertThat(other.sites().orElseThrow()).isNotSameAs(one.sites().orElseThrow());
  }
}
