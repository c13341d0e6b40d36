// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

/** Counts the calls that are woven into. */
@Aspect
public class CountingAspect {
  @Before("execution(* scenario.AgentsApp.Client.call(..))")
  public void count() {
    AgentsApp.WOVEN.incrementAndGet();
  }
}
