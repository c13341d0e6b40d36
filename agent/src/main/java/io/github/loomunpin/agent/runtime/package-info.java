// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What rewritten code calls instead of using monitors. The shipped jar has these classes as {@code
 * java.lang.$Unpin…}, because {@code java.lang} is the one package that every class loader
 * delegates and every module reads. Hence this is one flat package, every name begins with {@code
 * Unpin}, and nothing but the JDK is used. How the lock works is told at {@link
 * io.github.loomunpin.agent.runtime.UnpinMonitors}.
 *
 * <p>There are seven families:
 *
 * <ol>
 *   <li><b>What rewritten code calls:</b> {@code UnpinMonitors} for the monitors themselves, and
 *       {@code UnpinStandIn} in methods that are too large for a copy for each mode, and {@code
 *       UnpinFrameLocks} in methods whose code does not tell what they hold. Code that the options
 *       keep native makes {@code UnpinKeptNative} objects to lock. The public methods of {@code
 *       UnpinHandleLookup} and {@code UnpinHiddenClasses} are called as well, in the place of
 *       methods of the JDK. The JDK's {@code Thread.join} calls {@code UnpinJoin}.
 *   <li><b>The lock:</b> {@code UnpinLockTable} finds the {@code UnpinBucket} of an object by its
 *       hash code, which {@code UnpinIdentityHash} gives to those that have none. The bucket holds
 *       one thin lock and, when it is fat, an {@code UnpinLock} for each object that is contended,
 *       with a queue of {@code UnpinWaiter}s. {@code UnpinSlowEnter}, {@code UnpinBlockingEnter}
 *       and {@code UnpinSlowExit} are the ways in and out when a few instructions do not suffice;
 *       the second one lets threads pass that others need in order to run. {@code UnpinOwnership}
 *       knows who holds what, {@code UnpinOwnerFinder} names the owners of thin locks for the JVM's
 *       deadlock detection. {@code UnpinStackRoom} sees to it that no {@link StackOverflowError}
 *       cuts any of this short, {@code UnpinParking} and {@code UnpinSpareLocks} that it works
 *       while the heap is full. {@code UnpinConvoyBreaker} breaks up convoys.
 *   <li><b>Wait and notify:</b> {@code UnpinWaitNotify}, on the wait set of an {@code UnpinLock}.
 *       {@code UnpinPinnedWait} has the carrier replaced of whoever is pinned meanwhile.
 *   <li><b>Modes:</b> {@code UnpinModeCache} keeps the modes of classes, about which {@code
 *       UnpinAgentLink} asks the agent.
 *   <li><b>Reflection, method handles, hidden classes:</b> {@code UnpinReflection} puts {@code
 *       UnpinMethodAccessor} in the place of wait, notify and holdsLock for {@code Method.invoke};
 *       {@code UnpinHandleLookup} does so for method handles; {@code UnpinHiddenClasses} has hidden
 *       classes rewritten, and {@code UnpinDefinition} sees to it that all others are offered.
 *       {@code UnpinDeclaredMethods} shows methods with the flags that class files have. {@code
 *       UnpinTransformation} has the agent see what the transformers of other agents do. {@code
 *       UnpinResolution} lets class loaders find all of this early.
 *   <li><b>Watching, carriers, rescue and set-up:</b> {@code UnpinControl} is the agent's handle on
 *       all of it, {@code UnpinWarmUp} loads everything early, {@code UnpinWatch} is the thread
 *       that looks after reflection and, with {@code UnpinCarriers}, after carriers that all stand
 *       still or are kept busy. {@code UnpinCarried} knows what they run, {@code UnpinStarvation}
 *       finds threads in locks that need one, and {@code UnpinTurns} has {@code UnpinRunner}s run
 *       these out of turn. {@code UnpinCounts} counts contended entries and waits, {@code
 *       UnpinEntryLink} tells flight recordings of them, and {@code UnpinHeldLock} shows locks to
 *       who asks; it is there only once somebody does. {@code UnpinRescue} wakes threads for those
 *       that have too little stack or memory to do so, {@code UnpinPlatformThreads} and {@code
 *       UnpinVirtualThreads} list the threads of the JVM, and {@code UnpinLoaders} tells what is
 *       certain about class loaders.
 *   <li><b>Threads:</b> {@code UnpinThreads} puts virtual threads in the place of those that
 *       libraries make, and tells the agent by {@code UnpinThreadLink}. It is there only if that
 *       was asked for.
 * </ol>
 *
 * <p>Imports: agent.runtime.jdk, agent.runtime.jdk.annotation.
 */
package io.github.loomunpin.agent.runtime;
