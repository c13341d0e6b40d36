package scenario;

import java.lang.instrument.Instrumentation;

/** An agent with a class on the boot class path, which it uses at once. */
public class PlantingAgent {
  public static void premain(String arguments, Instrumentation instrumentation) {
    planted.Planted.run(new Object(), () -> System.out.println("OUT: loaded early"));
  }
}
