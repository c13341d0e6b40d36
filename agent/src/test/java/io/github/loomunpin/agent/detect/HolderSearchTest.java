// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.Outlook;
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

  @Test
  void a_pin_that_the_loading_of_a_class_causes_is_no_pin_of_the_loaders_lock() throws Exception {
    Blame byJava = blame(frame("java/lang/Thread", "sleep", true, ""), LOAD, CALLER);
    Blame byForName =
        blame(
            frame("java/lang/Thread", "sleep", true, ""),
            LOAD,
            new SeenFrame("java/lang/Class", "forName0", "()V", 0, -1, true, true, ""),
            CALLER);

    for (Blame blame : List.of(byJava, byForName)) {
      assertThat(blame.isOfClasses()).isTrue();
      assertThat(blame.loads()).isTrue();
      assertThat(blame.otherwise()).isEqualTo("code loads a class");
    }
    assertThat(byJava.sites()).isNotEmpty();
    assertThat(byJava.outlook()).isNotEqualTo(Outlook.STAY);
    assertThat(byForName.outlook()).isEqualTo(Outlook.STAY);
  }

  @Test
  void what_the_jvm_says_pins_also_a_thread_that_loads_a_class() throws Exception {
    String said = "Native or VM frame on stack";
    SeenFrame park = frame("java/lang/VirtualThread", "park", true, "");
    SeenFrame load =
        new SeenFrame("a/Loader", "loadClass", "(Ljava/lang/String;)V", 0, -1, false, false, "app");

    Blame blame =
        search(25, String.class)
            .blame(
                new SeenPin(
                    PinKind.PARKED, said, ClassWait.NO, List.of(park, load, CALLER), false));

    assertThat(blame.loads()).isTrue();
    assertThat(blame.outlook()).isEqualTo(Outlook.STAY);
  }

  @Test
  void a_pin_of_a_monitor_around_the_loading_of_a_class_is_that_monitors() throws Exception {
    Class<?> keeper = new Once().define(Keeper.class.getName());
    SeenFrame outer =
        frame(
            keeper.getName().replace('.', '/'),
            "keep",
            false,
            ClassFinder.loaderOf(keeper.getClassLoader()));

    Blame blame = blame(keeper, frame("java/lang/Thread", "sleep", true, ""), LOAD, outer);

    assertThat(blame.isOfClasses()).isFalse();
    assertThat(blame.sites()).last().matches(site -> site.method().equals("keep"));
  }

  /** In the middle of the block that holds the lock. */
  private static final SeenFrame LOAD =
      new SeenFrame(
          "java/lang/ClassLoader",
          "loadClass",
          "(Ljava/lang/String;Z)Ljava/lang/Class;",
          60,
          -1,
          true,
          false,
          "");

  private static final SeenFrame CALLER = frame("a/Caller", "load", false, "app");

  private static Blame blame(SeenFrame... frames) throws Exception {
    return blame(String.class, frames);
  }

  private static Blame blame(Class<?> loaded, SeenFrame... frames) throws Exception {
    return search(21, loaded)
        .blame(new SeenPin(PinKind.PARKED, "", ClassWait.NO, List.of(frames), false));
  }

  private static HolderSearch search(int jdk, Class<?> loaded) throws Exception {
    return new HolderSearch(
        AgentOptions.parse("", ""), ConvertedClasses.chosen(KeptNative.NONE), knowing(loaded), jdk);
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
