// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.PinKind;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HolderSearchTest {

  /** More than are kept. */
  private static final int CLASSES = 1_000;

  static final class Keeper {
    synchronized void keep() {}
  }

  /** A loader that has each class file once. */
  private static final class Once extends ClassLoader {

    private boolean asked;

    Once() {
      super("once", HolderSearchTest.class.getClassLoader());
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      if (asked) {
        return null;
      }
      asked = true;
      return super.getResourceAsStream(name);
    }

    Class<?> define(String name) throws Exception {
      try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] file = in.readAllBytes();
        return defineClass(name, file, 0, file.length);
      }
    }
  }

  @Test
  void a_loader_is_asked_once_for_each_class_of_a_stack() throws Exception {
    Once loader = new Once();
    Class<?> keeper = loader.define(Keeper.class.getName());
    List<SeenFrame> frames = new ArrayList<>();
    frames.add(frame("java/lang/VirtualThread", "park", true, ""));
    frames.add(
        frame(keeper.getName().replace('.', '/'), "keep", false, ClassFinder.loaderOf(loader)));
    for (int i = 0; i < CLASSES; i++) {
      frames.add(frame("a/Caller" + i, "call", true, ""));
    }

    Blame blame =
        new HolderSearch(
                AgentOptions.parse("", ""),
                ConvertedClasses.chosen(KeptNative.NONE),
                knowing(keeper),
                21)
            .blame(new SeenPin(PinKind.PARKED, "", ClassWait.NO, frames, false));

    assertThat(blame.sites()).singleElement().matches(site -> site.method().equals("keep"));
  }

  private static SeenFrame frame(String type, String method, boolean jdk, String loader) {
    return new SeenFrame(type, method, "()V", 0, -1, jdk, false, loader);
  }

  /** The part of the JVM that tells which classes are loaded. */
  private static Instrumentation knowing(Class<?>... loaded) {
    return (Instrumentation)
        Proxy.newProxyInstance(
            HolderSearchTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> loaded);
  }
}
