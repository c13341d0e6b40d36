// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import io.github.loomunpin.rules.classfile.ClassSource;

/** Defines the classes of a source, after those of the JDK, as an application's loader would. */
class CorpusLoader extends ClassLoader {

  private final ClassSource source;

  CorpusLoader(ClassSource source) {
    super(ClassLoader.getPlatformClassLoader());
    this.source = source;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes =
        source.bytes(name.replace('.', '/')).orElseThrow(() -> new ClassNotFoundException(name));
    return defineClass(name, bytes, 0, bytes.length);
  }
}
