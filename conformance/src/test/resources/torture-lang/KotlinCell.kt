// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package lang

/** Compiled by an old and a new Kotlin. */
class KotlinCell {
    private val lock = Any()

    @JvmField
    var replaceable: Any = Any()

    fun inLock(action: Runnable) {
        synchronized(lock) {
            action.run()
        }
    }

    fun returning(action: Runnable): Int {
        synchronized(lock) {
            action.run()
            return 7
        }
    }

    inner class Inner {
        fun inLock(action: Runnable) = synchronized(lock) {
            val run = { synchronized(this@KotlinCell.lock) { action.run() } }
            run()
        }
    }

    fun inInner(action: Runnable) = Inner().inLock(action)

    fun onThis(action: Runnable) {
        synchronized(this) {
            action.run()
        }
    }

    @Synchronized
    fun method(action: Runnable) {
        action.run()
    }

    private inline fun inlined(crossinline body: () -> Unit): Runnable = object : Runnable {
        override fun run() {
            body()
        }
    }

    /** Kotlin before 1.6 reads the captured lock again at the end of the block. */
    fun reloadingThis(action: Runnable) {
        inlined { synchronized(this) { action.run() } }.run()
    }

    fun reloadingLock(action: Runnable) {
        val captured = lock
        inlined { synchronized(captured) { action.run() } }.run()
    }

    /** Replaces the lock while it is held. */
    fun replacing(action: Runnable) {
        synchronized(replaceable) {
            replaceable = Any()
            action.run()
        }
    }

    companion object {
        @JvmStatic
        @Synchronized
        fun fixed(action: Runnable) {
            action.run()
        }

        @JvmStatic
        fun companion(action: Runnable) {
            synchronized(this) {
                action.run()
            }
        }
    }
}
