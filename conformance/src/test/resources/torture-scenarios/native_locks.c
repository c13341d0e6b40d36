// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

// Locks, notifies and calls back as native libraries do.

#include <jni.h>

static void run(JNIEnv *env, jobject action) {
  jclass type = (*env)->GetObjectClass(env, action);
  (*env)->CallVoidMethod(env, action, (*env)->GetMethodID(env, type, "run", "()V"));
}

JNIEXPORT void JNICALL Java_scenario_NativeApp_inside(
    JNIEnv *env, jclass type, jobject lock, jobject action) {
  if ((*env)->MonitorEnter(env, lock) == JNI_OK) {
    run(env, action);
    (*env)->MonitorExit(env, lock);
  }
}

JNIEXPORT void JNICALL Java_scenario_NativeApp_notifyFromC(
    JNIEnv *env, jclass type, jobject lock) {
  jclass object = (*env)->FindClass(env, "java/lang/Object");
  if ((*env)->MonitorEnter(env, lock) == JNI_OK) {
    (*env)->CallVoidMethod(env, lock, (*env)->GetMethodID(env, object, "notifyAll", "()V"));
    (*env)->MonitorExit(env, lock);
  }
}

JNIEXPORT void JNICALL Java_scenario_NativeApp_method(JNIEnv *env, jobject self, jobject action) {
  run(env, action);
}

JNIEXPORT void JNICALL Java_scenario_NativeApp_fixed(JNIEnv *env, jclass type, jobject action) {
  run(env, action);
}
