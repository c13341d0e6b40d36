// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

/**
 * Where a thread can be between two accesses to what it shares with others. What stands before an
 * access is local and belongs to it; a critical section of the spin lock is one step where nobody
 * can see its middle without the spin lock. Each names the method that it stands for.
 */
enum Step {
  /** At the end of its script, or the rescuer at rest. */
  DONE("-"),
  ENTER_LOOK("UnpinSlowEnter.enterWithRoom"),
  ENTER_TAKE("UnpinMonitors.enter"),
  ENTER_NAME("UnpinMonitors.enter"),
  INFLATE_NAME("UnpinBucket.inflate"),
  INFLATE_STATE("UnpinBucket.inflate"),
  ENTER_GLIMPSE("UnpinBucket.glimpse"),
  ENTER_FREE("UnpinLock.enter"),
  ENTER_FREE_NAME("UnpinLock.enter"),
  RETAIN("UnpinLock.retain"),
  ATTACH_FIND("UnpinSlowEnter.attach"),
  ATTACH_RETAIN("UnpinSlowEnter.attach"),
  ATTACH_TAKE("UnpinSlowEnter.attach"),
  ACQUIRE_TRY("UnpinBlockingEnter.acquire"),
  ACQUIRE_NAME("UnpinLock.tryAcquire"),
  ACQUIRE_NODE("UnpinWaiter.create"),
  ENQUEUE("UnpinLock.enqueue"),
  QUEUE_FIRST("UnpinBlockingEnter.acquireQueued"),
  QUEUE_TRY("UnpinLock.tryAcquire"),
  QUEUE_NAME("UnpinLock.tryAcquire"),
  QUEUE_SLEEP("UnpinBlockingEnter.acquireQueued"),
  QUEUE_PARK("UnpinParking.park"),
  QUEUE_PARKED("UnpinParking.park"),
  QUEUE_RUN("UnpinBlockingEnter.acquireQueued"),
  DEQUEUE("UnpinLock.dequeue"),
  EXIT_LOOK("UnpinMonitors.exit"),
  EXIT_FREE("UnpinMonitors.exit"),
  EXIT_RESTORE("UnpinMonitors.exit"),
  EXIT_FAT("UnpinSlowExit.leave"),
  EXIT_THIN("UnpinSlowExit.exitThin"),
  LEAVE_OWNER("UnpinLock.leave"),
  LEAVE_STATE("UnpinLock.subtract"),
  LEAVE_OWNER_LATE("UnpinLock.leave"),
  REMOVE("UnpinSlowExit.remove"),
  DEFLATE("UnpinBucket.deflate"),
  RELEASE_LOOK("UnpinSlowExit.release"),
  WAKE_LOOK("UnpinLock.wake"),
  WAKE_MARK("UnpinWaiter.change"),
  WAKE_UNPARK("UnpinParking.unpark"),
  WAKE_FAILED("UnpinParking.unpark"),
  WAKE_CALL("UnpinRescue.call"),
  PROMOTE_LOOK("UnpinSlowEnter.promote"),
  PROMOTE("UnpinSlowEnter.promote"),
  WAIT_BEGIN("UnpinWaitNotify.await"),
  WAIT_JOIN("UnpinLock.join"),
  WAIT_OWNER("UnpinLock.releaseAll"),
  WAIT_STATE("UnpinLock.subtract"),
  WAIT_LOOK("UnpinWaitNotify.park"),
  WAIT_PARK("UnpinParking.park"),
  WAIT_PARKED("UnpinParking.park"),
  WAIT_WOKEN("UnpinWaitNotify.park"),
  WAIT_DEPART("UnpinWaitNotify.await"),
  WAIT_ENQUEUE("UnpinWaitNotify.await"),
  WAIT_PART("UnpinLock.part"),
  PAUSE("UnpinWaitNotify.letOthersIn"),
  SIGNAL_LOOK("UnpinWaitNotify.signal"),
  SIGNAL_FIRST("UnpinLock.firstInSet"),
  SIGNAL_MARK("UnpinWaitNotify.signal"),
  SIGNAL_ENQUEUE("UnpinWaitNotify.signal"),
  RESCUE_COLLECT("UnpinRescue.look"),
  RESCUE_FIRST("UnpinRescue.look"),
  RESCUE_STATUS("UnpinRescue.look"),
  RESCUE_SUBMIT("UnpinRescue.submit"),
  RESCUE_SUBMITTED("UnpinRescue.submit"),
  RESCUE_PASS("UnpinLock.passOver"),
  RESCUE_SET("UnpinRescue.look");

  /** Class and name of a method of the runtime. */
  final String method;

  Step(String method) {
    this.method = method;
  }

  private static final Step[] ALL = values();

  static Step of(int ordinal) {
    return ALL[ordinal];
  }
}
