// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.asm.Advice;

public final class ByteBuddyApp {
  public static final AtomicInteger CALLS = new AtomicInteger();
  public static final AtomicInteger ERRORS = new AtomicInteger();

  public static final class Counting {
    @Advice.OnMethodEnter
    static void enter() {
      CALLS.incrementAndGet();
    }
  }

  public static void main(String[] args) throws Exception {
    Cell cell = new Cell();
    System.out.println("OUT: " + cell.exercise());
    ResettableClassFileTransformer transformer =
        new AgentBuilder.Default()
            .disableClassFormatChanges()
            .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
            .with(
                new AgentBuilder.Listener.Adapter() {
                  @Override
                  public void onError(
                      String name,
                      ClassLoader loader,
                      net.bytebuddy.utility.JavaModule module,
                      boolean loaded,
                      Throwable e) {
                    ERRORS.incrementAndGet();
                    e.printStackTrace();
                  }
                })
            .type(named("scenario.Cell"))
            .transform(
                (builder, type, loader, module, domain) ->
                    builder.visit(Advice.to(Counting.class).on(named("method"))))
            .installOn(ByteBuddyAgent.getInstrumentation());
    System.out.println("OUT: with advice " + cell.exercise() + ", calls " + CALLS.get());
    boolean reset =
        transformer.reset(
            ByteBuddyAgent.getInstrumentation(),
            AgentBuilder.RedefinitionStrategy.RETRANSFORMATION);
    System.out.println("OUT: reset " + reset + ", " + cell.exercise() + ", calls " + CALLS.get());
    System.out.println("OUT: errors " + ERRORS.get());
  }
}
