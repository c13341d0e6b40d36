// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.AfterReturning;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;

/** Advice on locking and unlocking, which the weaver sees with -Xjoinpoints:synchronization. */
@Aspect
public class LockJoinPointsAspect {

  @Before("lock() && args(o) && within(scenario.LockJoinPointsApp.Account)")
  public void beforeLock(Object o) {
    LockJoinPointsApp.at("before lock", o);
  }

  @After("lock() && args(o) && within(scenario.LockJoinPointsApp.Account)")
  public void afterLock(Object o) {
    LockJoinPointsApp.at("after lock", o);
  }

  @AfterReturning("lock() && args(o) && within(scenario.LockJoinPointsApp.Account)")
  public void afterReturning(Object o) {
    LockJoinPointsApp.at("returning", o);
  }

  @Before("unlock() && args(o) && within(scenario.LockJoinPointsApp.Account)")
  public void beforeUnlock(Object o) {
    LockJoinPointsApp.at("unlock", o);
  }
}
