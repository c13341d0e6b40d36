// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

/** Advice on methods that are synchronized, and in code that holds a lock. */
@Aspect
public class LockedAspect {

  @Before("execution(synchronized * scenario.AdvisedApp.Account.*(..)) && this(o)")
  public void before(Object o) {
    AdvisedApp.told("before", o);
  }

  @After("execution(* scenario.AdvisedApp.Account.add()) && this(o)")
  public void after(Object o) {
    AdvisedApp.told("after", o);
    o.notifyAll();
  }

  @Around("execution(* scenario.AdvisedApp.Account.get()) && this(o)")
  public Object around(ProceedingJoinPoint point, Object o) throws Throwable {
    AdvisedApp.told("around", o);
    return point.proceed();
  }

  @Before("execution(* scenario.AdvisedApp.Account.inside()) && this(o)")
  public void inside(Object o) {
    AdvisedApp.told("inside", o);
    o.notify();
  }
}
