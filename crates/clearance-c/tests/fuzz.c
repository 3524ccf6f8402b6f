/* Random structs and handles, good and bad, given to every function. Nothing may crash, and nothing may be a bug. The arguments
   are the first seed and the seconds; the last line says how often each code was told. Pointers are null, valid or misaligned:
   no function can know whether another one is wild. */
#include <clearance.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state;
static uint64_t bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}
static unsigned below(unsigned limit) { return (unsigned)(bits() >> 33) % limit; }
static int seldom(void) { return below(24) == 0; }

/* Mostly small numbers on a lattice, so that shapes touch; seldom one that nobody would choose. */
static double number(void) {
  switch (below(40)) {
    case 0: return (double)NAN;
    case 1: return (double)INFINITY;
    case 2: return 1e308;
    case 3: return -1e-310;
    case 4: return 1e-160;
    case 5: return -0.0;
    case 6: case 7: case 8: return ((double)(bits() >> 11) / 9007199254740992.0 - 0.5) * 8;
    default: return (double)((int)below(9) - 4) * 0.5;
  }
}
static double positive(void) { return fabs(number()); }
static double finite_number(void) {
  double made = number();
  return isfinite(made) ? made : 1;
}

#define HANDLES 6
static cl_hull *hulls[HANDLES], *flat_hulls[HANDLES];
static cl_mesh *meshes[HANDLES];
static cl_outline *outlines[HANDLES];
static cl_compound *compounds[HANDLES];
static cl_cache *caches[2];
static double points[64];
static unsigned long told[128];
static int is_bad = 0;

static void count(cl_code code) {
  told[code < 128 ? code : 127] += 1;
  /* A support function that contradicts itself is the caller's mistake. A build with assertions says so. */
  if (code == CL_BUG && strstr(cl_last_error(), "check_support_map")) return;
  if (code == CL_BUG || code > 99 || (code != CL_OK && strlen(cl_last_error()) == 0)) {
    printf("code %u: %s\n", code, cl_last_error());
    is_bad = 1;
  }
}

static int32_t own(void *user, const double direction[3], double point[3]) {
  const unsigned kind = *(const unsigned *)user;
  if (kind == 1) return (int32_t)below(3);
  for (int i = 0; i < 3; ++i) point[i] = direction[i] < 0 ? -1 : 1;
  if (kind == 2) point[below(3)] = number();
  return 0;
}

static cl_shape shape(uint32_t plane) {
  static unsigned kinds[3] = {0, 1, 2};
  cl_shape made;
  memset(&made, 0, sizeof made);
  made.kind = seldom() ? below(20) : 1 + below(14);
  made.flags = seldom() ? below(16) : plane;
  if (below(8) == 0) made.flags |= CL_FLOAT32;
  for (int i = 0; i < 3; ++i) made.size[i] = below(6) == 0 ? number() : positive();
  made.radius = below(4) == 0 ? number() : below(2) ? 0 : positive();
  const unsigned at = below(HANDLES);
  switch (seldom() ? 1 + below(14) : made.kind) {
    case CL_HULL: made.pointer = made.flags & CL_PLANE ? flat_hulls[at] : hulls[at]; break;
    case CL_MESH: made.pointer = meshes[at]; break;
    case CL_OUTLINE: made.pointer = outlines[at]; break;
    case CL_COMPOUND: made.pointer = compounds[at]; break;
    case CL_CAPSULE: if (below(2)) break; /* fall through */
    default: made.pointer = points + below(8); break;
  }
  if (made.kind == CL_MESH || made.kind == CL_OUTLINE)
    for (int i = 0; i < 3; ++i) made.size[i] = below(8) == 0 ? number() : below(2) ? 0 : -2;
  if (made.kind >= CL_MESH && !seldom()) made.radius = 0;
  if (made.kind == CL_COMPOUND && !seldom()) memset(made.size, 0, sizeof made.size);
  if (seldom()) made.pointer = NULL;
  if (seldom()) made.pointer = (const char *)points + below(8);
  made.count = seldom() ? below(40) : made.kind == CL_TRIANGLE ? 3 : made.kind == CL_CAPSULE ? 2 : 1 + below(8);
  made.stride = below(3) == 0 ? below(5) * 8 : 0;
  /* 56 numbers are behind `points + 7`. */
  if (made.count * (made.stride ? made.stride : 24) > 56 * 8) made.count = 2, made.stride = 0;
  made.support = seldom() ? NULL : own;
  made.user = &kinds[below(4) == 0 ? below(3) : 0];
  if (below(3)) {
    for (int i = 0; i < 3; ++i) made.pose.translation[i] = below(12) == 0 ? number() : finite_number();
    if (below(2)) made.pose.rotation[0] = 0.6, made.pose.rotation[plane ? 1 : 3] = 0.8;
    if (seldom()) made.pose.rotation[below(4)] = number();
  }
  return made;
}

static void fill(void *place, size_t size) {
  unsigned char *bytes = place;
  for (size_t i = 0; i < size; ++i) bytes[i] = (unsigned char)bits();
}

static void renew(void) {
  /* Seldom numbers of all magnitudes: exact relations of surfaces that meet themselves then take up to a second. */
  for (int i = 0; i < 64; ++i) points[i] = below(200) == 0 ? number() : (double)((int)below(9) - 4) * (below(4) ? 0.5 : 0.3);
  const unsigned at = below(HANDLES);
  cl_hull *hull = NULL;
  const size_t few = 1 + below(16);
  cl_code code = cl_hull_new(points, below(4) == 0 ? below(5) * 8 : 0, few > 12 ? 12 : few, 0, &hull);
  count(code);
  if (code == CL_OK) cl_hull_free(hulls[at]), hulls[at] = hull;
  code = cl_hull_new(points, 0, few, CL_PLANE, &hull);
  count(code);
  if (code == CL_OK) cl_hull_free(flat_hulls[at]), flat_hulls[at] = hull;
  uint32_t corners[16][3];
  const unsigned triangles = 1 + below(16), vertices = 3 + below(12);
  for (unsigned i = 0; i < triangles; ++i)
    for (int k = 0; k < 3; ++k) corners[i][k] = seldom() && seldom() ? below(200) : below(vertices);
  cl_mesh *mesh = NULL;
  code = cl_mesh_new(points, 0, vertices, corners, 0, triangles, below(20) == 0 ? below(16) : 0, &mesh);
  count(code);
  if (code == CL_OK) cl_mesh_free(meshes[at]), meshes[at] = mesh;
  cl_outline *outline = NULL;
  uint32_t sizes[3] = {below(6), below(6), below(6)}, polygons[3] = {0, below(2), below(3)};
  const size_t all = seldom() ? below(16) : sizes[0] + sizes[1] + sizes[2];
  code = cl_outline_new(points, 0, all, sizes, below(2) ? polygons : NULL, 3, below(10) == 0 ? below(16) & ~2u : 0, &outline);
  count(code);
  if (code == CL_OK) cl_outline_free(outlines[at]), outlines[at] = outline;
  cl_shape parts[4];
  const uint32_t plane = below(2);
  for (int i = 0; i < 4; ++i) {
    parts[i] = shape(plane);
    if (!seldom()) parts[i].kind = 1 + below(5);
  }
  cl_compound *compound = NULL;
  code = cl_compound_new(parts, 0, 1 + below(4), &compound);
  count(code);
  if (code == CL_OK) cl_compound_free(compounds[at]), compounds[at] = compound;
}

static void scene(void) {
  cl_scene *made = NULL;
  const uint32_t plane = below(2);
  count(cl_scene_new(plane, &made));
  char name[8] = "a";
  for (int i = 0; i < 5; ++i) {
    cl_shape body = cl_shape_of(plane ? CL_OUTLINE : CL_MESH, plane ? (void *)outlines[below(HANDLES)] : (void *)meshes[below(HANDLES)]);
    if (seldom()) body = shape(plane);
    body.flags |= plane;
    for (int k = 0; k < 3; ++k) body.pose.translation[k] = finite_number();
    name[0] = (char)('a' + below(8));
    uint32_t object;
    count(cl_scene_add(made, seldom() ? NULL : name, &body, &object));
  }
  cl_rule rule;
  memset(&rule, 0, sizeof rule);
  rule.size = seldom() ? below(100) : sizeof rule;
  rule.flags = seldom() ? below(128) : below(16);
  rule.a = seldom() ? NULL : "?";
  rule.b = "*";
  rule.below = number();
  rule.above = number();
  rule.overlap_above = number();
  rule.contact = number();
  count(cl_scene_add_rule(made, &rule));
  cl_finding found[3];
  memset(found, 0, sizeof found);
  size_t many = 0;
  count(cl_scene_below(made, number(), found, 0, below(4), &many));
  count(cl_scene_nearest(made, found, 0, below(4), &many));
  cl_pose pose;
  fill(&pose, sizeof pose);
  count(cl_scene_set_pose(made, below(6), &pose));
  cl_scene_free(made);
}

static void texts(void) {
  static const char *const words[] = {"<robot name='r'>", "<link name='a'>", "</link>", "<link name='b'/>", "<joint name='j' type='revolute'>",
                                      "<parent link='a'/>", "<child link='b'/>", "</joint>", "</robot>", "<collision>", "<geometry>",
                                      "<box size='1 2 3'/>", "<sphere radius='nan'/>", "</geometry>", "</collision>", "<axis xyz='0 0 1'/>",
                                      "clearance-proof 1\n", "surface 0 1 2\n", "body 0 a 0 0 0 0 0 0 1\n", "end 0123\n", "\xc3\xa9", "&lt;", "1e999 "};
  char text[1024] = "";
  for (unsigned i = below(24); i > 0; --i) strcat(text, words[below(sizeof words / sizeof *words)]);
  cl_robot *robot = NULL;
  if (cl_robot_read(text, below(4) == 0 ? text : NULL, &robot) == CL_OK) {
    cl_watch *watch = NULL;
    if (cl_watch_new(robot, &watch) == CL_OK) {
      cl_robot_answer answer;
      memset(&answer, 0, sizeof answer);
      count(cl_watch_clearance(watch, points, below(3), &answer));
    }
    cl_robot_free(robot);
    cl_watch_free(watch);
  }
  size_t many = 0;
  const cl_mesh *both[2] = {meshes[0], meshes[1]};
  count(cl_verify(text, strlen(text), both, below(3), NULL, 0, 0, &many));
  const cl_shape a = shape(0), b = shape(0);
  char *proof = NULL;
  if (cl_prove(&a, &b, "a", "b", &proof) == CL_OK) {
    if (below(2)) proof[below((unsigned)strlen(proof))] = (char)(32 + below(90));
    count(cl_verify(proof, strlen(proof), both, 2, NULL, 0, 0, &many));
    cl_text_free(proof);
  }
}

static void questions(void) {
  const uint32_t plane = below(2);
  const cl_shape a = shape(plane), b = shape(seldom() ? !plane : plane);
  const cl_shape *pa = seldom() ? NULL : &a, *pb = seldom() ? NULL : &b;
  cl_options options = cl_default_options(), *o = below(3) ? NULL : &options;
  if (below(4) == 0) options.tolerance = number();
  if (below(4) == 0) options.max_distance = number();
  if (below(4) == 0) options.target = positive();
  if (seldom()) options.precision = below(4);
  if (below(4) == 0) options.start = below(3);
  if (below(4) == 0) options.max_iterations = below(6);
  if (below(2)) options.cache = caches[below(2)];
  if (seldom()) options.size = below(100);
  double vector[3], other[3];
  for (int i = 0; i < 3; ++i) vector[i] = below(8) ? finite_number() : number(), other[i] = finite_number();
  cl_motion motions[2];
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 3; ++k) {
      motions[i].travel[k] = finite_number();
      motions[i].turn[k] = below(16) ? 0.1 * finite_number() : number();
      motions[i].center[k] = below(16) ? 0 : number();
    }
  cl_answer answer, answers[4];
  uint32_t word;
  size_t many;
  double lower, upper;
#define ANSWER(type, name)  \
  type name;                \
  fill(&name, sizeof name); \
  name.size = seldom() ? below(300) : below(2) ? 0 : (uint32_t)sizeof name
  ANSWER(cl_cast_answer, cast);
  ANSWER(cl_gradient_answer, gradient);
  ANSWER(cl_clearance_answer, least);
  ANSWER(cl_crossing_answer, crossing);
  ANSWER(cl_relation_answer, relation);
  ANSWER(cl_overlap_answer, overlap);
  ANSWER(cl_way_out_answer, way_out);
  ANSWER(cl_mesh_report, report);
  cl_contact contacts[4];
  switch (below(20)) {
    case 0: count(cl_distance(pa, pb, o, seldom() ? NULL : &answer)); break;
    case 1: count(cl_signed_distance(pa, pb, o, &answer)); break;
    case 2: count(cl_within(pa, pb, o, &answer, &word)); break;
    case 3: count(cl_overlaps(pa, pb, o, &word)); break;
    case 4: count(cl_is_below(pa, pb, number(), &word)); break;
    case 5: count(cl_closest_point(pa, vector, o, &answer)); break;
    case 6: count(cl_nearest_pairs(pa, pb, number(), answers, below(4) == 0 ? below(200) : 0, below(2), &many)); break;
    case 7: count(cl_way_out(pa, pb, vector, o, &way_out)); break;
    case 8: count(cl_contacts(pa, pb, number(), o, vector, contacts, 0, below(5), &many)); break;
    case 9: count(cl_gradient(pa, pb, seldom() ? NULL : vector, other, o, &gradient)); break;
    case 10: count(cl_cast(pa, pb, vector, o, &cast)); break;
    case 11: count(cl_ray(pa, other, vector, o, &cast)); break;
    case 12: count(cl_impact(pa, seldom() ? NULL : motions, pb, motions + 1, o, &cast)); break;
    case 13: count(cl_least_clearance(pa, seldom() ? NULL : motions, pb, motions + 1, o, &least)); break;
    case 14: count(cl_crossing(pa, pb, vector, o, &crossing)); break;
    case 15: count(cl_relation(pa, pb, &relation)); break;
    case 16: count(cl_overlap(pa, pb, &overlap)); break;
    case 17: count(cl_common_volume(pa, pb, below(50), &lower, &upper)); break;
    case 18: {
      cl_shape list[3];
      for (int i = 0; i < 3; ++i) list[i] = shape(plane);
      count(cl_distances(list, sizeof *list, pb, 0, 3, o, answers, 0));
      uint8_t meets[3];
      count(cl_overlaps_many(list, seldom() ? below(200) & ~7u : sizeof *list, pb, 0, seldom() ? 0 : 1, o, meets, 0));
      break;
    }
    default: count(cl_mesh_look(seldom() ? NULL : meshes[below(HANDLES)], &report)); count(cl_check_support(pa)); break;
  }
}

int main(int words, char **word) {
  const uint64_t first = words > 1 ? strtoull(word[1], NULL, 10) : 1;
  const double seconds = words > 2 ? atof(word[2]) : 5;
  state = first * 0x9E3779B97F4A7C15u + 1;
  for (int i = 0; i < 2; ++i) count(cl_cache_new(&caches[i]));
  const time_t start = time(NULL);
  unsigned long rounds = 0;
  do {
    if (rounds % 16 == 0) renew();
    if (rounds % 64 == 0) scene();
    if (rounds % 128 == 0) texts();
    questions();
    ++rounds;
  } while (!is_bad && difftime(time(NULL), start) < seconds);
  for (int i = 0; i < HANDLES; ++i) {
    cl_hull_free(hulls[i]);
    cl_hull_free(flat_hulls[i]);
    cl_mesh_free(meshes[i]);
    cl_outline_free(outlines[i]);
    cl_compound_free(compounds[i]);
  }
  for (int i = 0; i < 2; ++i) cl_cache_free(caches[i]);
  printf("%lu rounds:", rounds);
  for (int code = 0; code < 128; ++code)
    if (told[code]) printf(" %d: %lu", code, told[code]);
  puts(is_bad ? "\nFAILED" : "");
  return is_bad;
}
