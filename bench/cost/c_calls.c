/* The same calls as `c_calls.rs`, from C. */
#include <clearance.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define GAP 0.5
#define POSES 256
#define ROUNDS 40

static cl_pose poses[POSES];

static double random_number(void) {
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return (double)(state >> 8) / (double)(1u << 23) - 1.0;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static void measure(cl_shape shape) {
  double least = HUGE_VAL, sum = 0;
  for (int loop = 0; loop < 15; ++loop) {
    const double start = now();
    for (int round = 0; round < ROUNDS; ++round) {
      for (int pair = 0; pair + 1 < POSES; ++pair) {
        cl_shape a = shape, b = shape;
        cl_answer answer;
        a.pose = poses[pair];
        b.pose = poses[pair + 1];
        if (cl_distance(&a, &b, NULL, &answer) != CL_OK) exit(1);
        sum += answer.distance;
      }
    }
    const double time = (now() - start) / (ROUNDS * (POSES - 1.0));
    if (time < least) least = time;
  }
  if (!(sum > 0)) exit(2);
  printf("%.1f\n", least);
}

int main(void) {
  double points[32][3];
  for (int i = 0; i < POSES; ++i) {
    const double side = i % 2 == 0 ? -1.0 : 1.0;
    poses[i].translation[0] = side * (1.25 + GAP);
    poses[i].translation[1] = 0.5 * random_number();
    poses[i].translation[2] = 0.5 * random_number();
    double turn[4] = {0, 0, 0, 1};
    for (int k = 0; k < 3; ++k) turn[k] = random_number();
    const double length = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + 1);
    for (int k = 0; k < 4; ++k) poses[i].rotation[k] = turn[k] / length;
  }
  for (int i = 0; i < 32; ++i) {
    const double height = 1 - (2.0 * i + 1) / 32, radius = sqrt(1 - height * height);
    points[i][0] = radius * cos(2.4 * i);
    points[i][1] = radius * sin(2.4 * i);
    points[i][2] = height;
  }
  cl_hull *hull = NULL;
  if (cl_hull_new(points, 0, 32, 0, &hull) != CL_OK) return 3;
  measure(cl_ball(1));
  measure(cl_box(1, 0.75, 0.5));
  measure(cl_shape_of(CL_HULL, hull));
  cl_hull_free(hull);
  return 0;
}
