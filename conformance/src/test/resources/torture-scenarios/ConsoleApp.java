// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.io.Console;
import java.util.List;
import java.util.concurrent.Callable;

/** One thread waits for what nobody types; others print or read meanwhile, if they can. */
public final class ConsoleApp {
  private ConsoleApp() {}

  public static void main(String[] args) throws Exception {
    Console console = System.console();
    // What was typed before is there, so that all classes are loaded when others are stuck.
    System.out.println("\nOUT: " + console.readLine("? ").equals("typed"));
    console.format("f").writer().append("w").flush();
    boolean virtual = args[1].equals("virtual");
    Thread holder =
        args[0].equals("readLine")
            ? start(virtual, () -> console.readLine("? "))
            : start(virtual, () -> console.reader().read());
    awaitReading(holder);
    report("readLine", start(virtual, console::readLine));
    report("read", start(virtual, () -> console.reader().read()));
    report("print", start(virtual, () -> console.writer().append("w").checkError()));
    report("format", start(virtual, () -> console.format("f")));
    System.out.println("OUT: " + (holder.isAlive() ? "nothing was typed" : "something was typed"));
    Runtime.getRuntime().halt(0);
  }

  private static Thread start(boolean virtual, Callable<?> action) {
    Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
    return builder.start(
        () -> {
          try {
            action.call();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** It holds the console's lock then, and the JDK is in the code of the operating system. */
  private static void awaitReading(Thread thread) throws InterruptedException {
    for (int i = 0; i < 12_000; i++) {
      StackTraceElement[] stack = thread.getStackTrace();
      if (stack.length > 0 && stack[0].isNativeMethod() && stack[0].getMethodName().startsWith("read")) {
        return;
      }
      Thread.sleep(10);
    }
    throw new IllegalStateException("does not read: " + List.of(thread.getStackTrace()));
  }

  /** Seen waiting many times in a row, because loading a class may make it wait for a moment. */
  private static void report(String what, Thread thread) throws InterruptedException {
    for (int seen = 0; seen < 20 && thread.isAlive(); ) {
      Thread.sleep(10);
      seen =
          switch (thread.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> seen + 1;
            case NEW, RUNNABLE, TERMINATED -> 0;
          };
    }
    System.out.println("\nOUT: " + what + (thread.isAlive() ? " waits" : " does not wait"));
  }
}
