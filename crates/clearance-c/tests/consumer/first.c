/* The first lines of clearance.h, as a program. */
#include <clearance.h>
#include <stdio.h>

int main(void) {
  cl_shape ball = cl_ball(0.5), box = cl_box(1.0, 2.0, 3.0);
  box.pose.translation[0] = 4.0;
  cl_answer answer;
  if (cl_distance(&ball, &box, NULL, &answer) != CL_OK) puts(cl_last_error());
  printf("%.17g <= %.17g <= %.17g\n", answer.lower, answer.distance, answer.upper);
  return answer.lower <= 2.5 && 2.5 <= answer.upper && cl_abi_version() >= CL_ABI_VERSION ? 0 : 1;
}
