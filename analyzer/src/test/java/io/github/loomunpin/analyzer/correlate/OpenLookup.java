// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.classpath.ClassPath;
import io.github.loomunpin.analyzer.classpath.JdkImage;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.sight.ClassImage.Sameness;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/** A folder of classes and the JDK that runs, to look frames up in. */
record OpenLookup(ClassPath classPath, StackClasses lookup) implements AutoCloseable {

  static OpenLookup of(Path classes) {
    ClassPath classPath =
        ClassPath.open(List.of(classes.toString()), ReadOptions.DEFAULT, new Gaps());
    return new OpenLookup(classPath, classes(classPath, Sameness.SAME_FLAGS));
  }

  /** The classes of a class path, and the JDK that runs. */
  static StackClasses classes(ClassPath classPath, Sameness ofApplication) {
    return new StackClasses(
        classPath, JdkImage.running(), Sameness.SAME, ofApplication, KeptNative.NONE);
  }

  /** Where a class of the tests is. */
  static OpenLookup at(Class<?> type) throws URISyntaxException {
    return of(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()));
  }

  @Override
  public void close() {
    classPath.close();
  }
}
