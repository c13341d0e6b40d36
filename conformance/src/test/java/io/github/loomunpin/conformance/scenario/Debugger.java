// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassType;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectCollectedException;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.LocatableEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import io.github.loomunpin.support.process.Child;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A debugger's session with a child JVM that listens. */
final class Debugger {
  private static final Pattern LISTENING = Pattern.compile("dt_socket at address: (\\d+)\\R");
  private static final Pattern LOCK =
      Pattern.compile(
          "java\\.lang\\.\\$Unpin(Monitors|SlowEnter|BlockingEnter|SlowExit|Bucket|Lock|WaitNotify"
              + "|Waiter|Parking)");
  private static final long PATIENCE_MILLIS = 600_000;
  private static final long STOPPING_MILLIS = 2_000;
  private static final long QUIET_MILLIS = 300;
  private static final int ENOUGH_LINES = 20;

  private final VirtualMachine vm;

  private Debugger(VirtualMachine vm) {
    this.vm = vm;
  }

  /** Attaches as soon as the JVM has printed its port. */
  static Debugger attach(Child child) throws Exception {
    MatchResult listening = child.awaitPrinted(LISTENING, Duration.ofMillis(PATIENCE_MILLIS));
    AttachingConnector connector =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(c -> c.name().equals("com.sun.jdi.SocketAttach"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    arguments.get("hostname").setValue("127.0.0.1");
    arguments.get("port").setValue(listening.group(1));
    return new Debugger(connector.attach(arguments));
  }

  /**
   * Whether the JDK's debugger library has let go all threads after the debugger detached: it then
   * listens again, or the JVM has come to its end.
   */
  static boolean hasLetGo(Child child) {
    String output = child.output();
    return LISTENING.matcher(output).results().count() > 1 || output.contains("OUT:");
  }

  /** Ends with the application let go and the debugger detached; returns what was seen. */
  String stopAndSwap(Path classFile) throws Exception {
    ReferenceType cell = loaded("scenario.Cell");
    Method method = cell.methodsByName("method").getFirst();
    BreakpointRequest breakpoint =
        vm.eventRequestManager().createBreakpointRequest(method.location());
    breakpoint.enable();
    BreakpointEvent stopped = nextStop();
    breakpoint.disable();
    String seen = "stopped in " + place(stopped) + startOf(cell, stopped);
    byte[] changed =
        new String(Files.readAllBytes(classFile), StandardCharsets.ISO_8859_1)
            .replace("original", "modified")
            .getBytes(StandardCharsets.ISO_8859_1);
    vm.redefineClasses(Map.of(cell, changed));
    letGo();
    return seen + ", swapped";
  }

  /**
   * Stops a thread at each line of the agent's locks, while the other threads go on, and threads
   * wherever they are; ends with the application let go and the debugger detached.
   *
   * @return whether threads were stopped at more than a few lines
   */
  boolean stopInsideLocks() throws Exception {
    loaded("scenario.Cell");
    List<BreakpointRequest> breakpoints = new ArrayList<>();
    for (ReferenceType type : vm.allClasses()) {
      if (LOCK.matcher(type.name()).matches()) {
        for (Location line : type.allLineLocations()) {
          breakpoints.add(stopOneThreadAt(line));
        }
      }
    }
    Set<EventRequest> stops = new HashSet<>();
    vm.resume();
    breakpoints.forEach(BreakpointRequest::enable);
    long start = System.nanoTime();
    // A busy machine may need longer to come to as many lines.
    while (passed(start) < STOPPING_MILLIS
        || (!breakpoints.isEmpty()
            && stops.size() <= ENOUGH_LINES
            && passed(start) < PATIENCE_MILLIS)) {
      EventSet events = vm.eventQueue().remove(100);
      if (events != null) {
        Thread.sleep(10);
        for (Event event : events) {
          if (event instanceof BreakpointEvent) {
            stops.add(event.request());
            event.request().disable();
          }
        }
        resume(events);
      }
      suspendAnyone();
    }
    vm.eventRequestManager().deleteEventRequests(breakpoints);
    letGo();
    return stops.size() > ENOUGH_LINES;
  }

  private static long passed(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }

  private BreakpointRequest stopOneThreadAt(Location line) {
    BreakpointRequest breakpoint = vm.eventRequestManager().createBreakpointRequest(line);
    breakpoint.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    return breakpoint;
  }

  private void suspendAnyone() throws InterruptedException {
    for (ThreadReference thread : vm.allThreads()) {
      try {
        if (thread.name().startsWith("Thread-")) {
          thread.suspend();
          Thread.sleep(2);
          thread.resume();
        }
      } catch (ObjectCollectedException e) {
        // It has ended since.
      }
    }
  }

  /**
   * Lets go on what the events stopped; a thread that was let go otherwise may have ended since.
   */
  private static void resume(EventSet events) {
    try {
      events.resume();
    } catch (ObjectCollectedException e) {
      // There is nobody left to resume.
    }
  }

  private static String place(LocatableEvent event) {
    return event.location().method().name() + ":" + event.location().lineNumber();
  }

  /** What a debugger finds where a method begins. */
  private static String startOf(ReferenceType type, BreakpointEvent stopped) throws Exception {
    int line = stopped.location().lineNumber();
    StackFrame frame = stopped.thread().frame(0);
    return ", at one of %d places of the line, with %s and %s"
        .formatted(
            type.locationsOfLine(line).size(),
            frame.thisObject().referenceType().name(),
            frame.visibleVariables().stream().map(LocalVariable::name).toList());
  }

  /** Detaches, which lets go whatever was stopped; the application ends. */
  private void letGo() throws Exception {
    vm.resume();
    // Other threads may have come to a breakpoint before it was taken away. The JDK's debugger
    // library can stand still if one of them reports that while the debugger detaches.
    EventSet late = vm.eventQueue().remove(QUIET_MILLIS);
    while (late != null) {
      resume(late);
      late = vm.eventQueue().remove(QUIET_MILLIS);
    }
    vm.suspend();
    ClassType app = (ClassType) loaded("scenario.DebuggedApp");
    app.setValue(app.fieldByName("go"), vm.mirrorOf(true));
    vm.dispose();
  }

  private ReferenceType loaded(String name) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    List<ReferenceType> types = vm.classesByName(name);
    while (types.isEmpty()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(name + " is not loaded");
      }
      Thread.sleep(20);
      types = vm.classesByName(name);
    }
    return types.getFirst();
  }

  /** The next time that a breakpoint stops the JVM, which runs, or has been stopped already. */
  private BreakpointEvent nextStop() throws InterruptedException {
    while (true) {
      EventSet events = vm.eventQueue().remove(PATIENCE_MILLIS);
      if (events == null) {
        throw new AssertionError("no breakpoint was reached");
      }
      for (Event event : events) {
        if (event instanceof BreakpointEvent stopped) {
          return stopped;
        }
      }
      resume(events);
    }
  }
}
